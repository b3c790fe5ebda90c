// SPDX-License-Identifier: Apache-2.0
// What holds of addresses of every kind of server: they are written as they were read, and a mistake is named.
#pragma once

#include "core/base/error.h"

#include <QTest>

namespace lockscope::test {

template<typename Parse>
void checkWritten(const Parse &parse, const QString &text, const QString &written)
{
    const auto address = parse(text);
    QVERIFY2(address, qPrintable(address ? QString() : address.error().sentence().english()));
    QCOMPARE(address->toString(), written);
    QCOMPARE(parse(address->toString()), address);
}

template<typename Parse>
void checkMistake(const Parse &parse, const QString &text, const QString &said)
{
    const auto address = parse(text);
    QVERIFY(!address);
    QCOMPARE(address.error().code, ErrorCode::InvalidInput);
    const QString sentence = address.error().sentence().english();
    QVERIFY2(sentence.contains(said), qPrintable(sentence));
}

} // namespace lockscope::test
