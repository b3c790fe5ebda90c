// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"
#include "tests/support/testprogram.h"

#include <QSet>

namespace lockscope::tst_error {

using namespace Qt::StringLiterals;

namespace {

QList<ErrorCode> allCodes()
{
    QList<ErrorCode> codes;
    for (int i = 0; i <= static_cast<int>(ErrorCode::Other); ++i)
        codes += static_cast<ErrorCode>(i);
    return codes;
}

Error errorOf(ErrorCode code, const QString &operation = {}, const QString &path = {}, const QString &detail = {})
{
    return {code, operation, path, Text::verbatim(detail)};
}

} // namespace

class TestError : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCodeHasItsOwnName()
    {
        QSet<QString> names;
        for (const ErrorCode code : allCodes())
            names.insert(errorCodeName(code));
        QCOMPARE(names.size(), allCodes().size());
        QCOMPARE(errorCodeName(ErrorCode::NoNode), u"no-node"_s);
        QCOMPARE(errorCodeName(ErrorCode::Other), u"other"_s);
    }

    void everyCodeHasASentence()
    {
        for (const ErrorCode code : allCodes()) {
            const QString sentence = errorOf(code, u"create"_s, u"/a"_s, u"a detail"_s).sentence().english();
            QVERIFY2(sentence.size() > 5 && !sentence.contains(u'%'), qPrintable(errorCodeName(code)));
            const bool detailAlone = code == ErrorCode::SandboxFailed || code == ErrorCode::ScenarioFailed
                                     || code == ErrorCode::RedisFailed || code == ErrorCode::SqlFailed
                                     || code == ErrorCode::AuditFailed || code == ErrorCode::InvalidInput;
            if (!detailAlone)
                QVERIFY2(errorOf(code).sentence().english().endsWith(u'.'), qPrintable(errorCodeName(code)));
        }
    }

    void noPermissionNamesTheMissingOne_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("permission");
        const auto row = [](const char *operation, const QString &permission) {
            QTest::newRow(operation) << QString::fromLatin1(operation) << u"No %1 permission on /a:"_s.arg(permission);
        };
        row("create", u"CREATE (on the parent)"_s);
        row("delete", u"DELETE (on the parent)"_s);
        row("set", u"WRITE"_s);
        row("get", u"READ"_s);
        row("get_children", u"READ"_s);
        row("getAcl", u"READ or ADMIN"_s);
    }
    void noPermissionNamesTheMissingOne()
    {
        QFETCH(QString, operation);
        QFETCH(QString, permission);
        const QString sentence = errorOf(ErrorCode::NoAuth, operation, u"/a"_s, {}).sentence().english();
        QVERIFY2(sentence.startsWith(permission), qPrintable(sentence));
    }

    void everyOperationHasAWordOfItsOwn()
    {
        QSet<QString> words;
        for (int i = 0; i <= static_cast<int>(Operation::Expire); ++i) {
            const auto operation = static_cast<Operation>(i);
            const QString word = operationName(operation);
            QCOMPARE(operationNamed(word), std::optional(operation));
            QVERIFY(errorOf(ErrorCode::NoNode, word).isOf(operation));
            words.insert(word);
        }
        QCOMPARE(words.size(), static_cast<int>(Operation::Expire) + 1);
        QCOMPARE(operationNamed(u"get_children"), std::optional(Operation::List));
        QVERIFY(!operationNamed(u"connect"));
        QVERIFY(!errorOf(ErrorCode::NoNode).isOf(Operation::Create));
    }

    void aSentenceNamesThePathAsItIs()
    {
        QVERIFY(errorOf(ErrorCode::NoNode, u"get"_s, u"/100%1"_s, {})
                    .sentence()
                    .english()
                    .startsWith(u"/100%1 does not exist"));
        const QString lost = errorOf(ErrorCode::ConnectionLoss, u"delete"_s, u"/50%1"_s, {}).sentence().english();
        QVERIFY2(lost.contains(u"delete /50%1 came"), qPrintable(lost));
        QVERIFY(errorOf(ErrorCode::NoNode).sentence().english().startsWith(u"The node does not exist"));
    }

    void theDetailStandsAtTheEnd()
    {
        QVERIFY(errorOf(ErrorCode::UnknownHost, {}, {}, u"zk9"_s).sentence().english().endsWith(u"(zk9)"));
        QCOMPARE((errorOf(ErrorCode::SandboxFailed, {}, {}, u"No Java: install one."_s).sentence().english()),
                 u"No Java: install one."_s);
    }

    void onlyALostReplyLeavesTheOutcomeUnknown()
    {
        for (const ErrorCode code : allCodes()) {
            const bool lost = code == ErrorCode::ConnectionLoss || code == ErrorCode::OperationTimeout
                              || code == ErrorCode::MalformedReply || code == ErrorCode::HistoryChanged;
            QCOMPARE(errorOf(code).outcomeUnknown(), lost);
            if (lost) // whoever deletes reads it
                QVERIFY(errorOf(code, u"delete"_s, u"/a"_s).sentence().english().contains(u"not known"_s));
        }
    }

    void aSessionIsOverOnlyOnceItCannotComeBack()
    {
        for (const ErrorCode over : {ErrorCode::SessionExpired, ErrorCode::AuthFailed, ErrorCode::Closed,
                                     ErrorCode::MalformedReply, ErrorCode::HistoryChanged})
            QVERIFY(errorOf(over).sessionIsOver());
        QVERIFY(!errorOf(ErrorCode::ConnectionLoss).sessionIsOver());
        QVERIFY(!errorOf(ErrorCode::NotConnected).sessionIsOver());
    }
};

} // namespace lockscope::tst_error

LOCKSCOPE_TEST(lockscope::tst_error::TestError)
#include "tst_error.moc"
