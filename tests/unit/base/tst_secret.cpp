// SPDX-License-Identifier: Apache-2.0
#include "core/base/secret.h"
#include "tests/support/testprogram.h"

#include <sys/resource.h>

namespace lockscope::tst_secret {

using namespace Qt::StringLiterals;

class TestSecret : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        // As where core dumps are on.
        rlimit limit{};
        QCOMPARE(::getrlimit(RLIMIT_CORE, &limit), 0);
        limit.rlim_cur = limit.rlim_max;
        QCOMPARE(::setrlimit(RLIMIT_CORE, &limit), 0);
    }

    void withOneThereAreNoCoreDumps()
    {
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_CORE, &before), 0);
        const SecretBytes nothing = QByteArray();
        rlimit after{};
        QCOMPARE(::getrlimit(RLIMIT_CORE, &after), 0);
        QCOMPARE(after.rlim_cur, before.rlim_cur); // there is none yet
        const SecretBytes one = "hunter2";
        QCOMPARE(::getrlimit(RLIMIT_CORE, &after), 0);
        QCOMPARE(after.rlim_cur, rlim_t(0));
        QCOMPARE(after.rlim_max, before.rlim_max);
    }

    void anOwnTextIsOverwrittenWhereItStands()
    {
        QByteArray bytes(QByteArray("hunter") + '2');
        const char *place = bytes.constData();
        overwrite(bytes);
        QVERIFY(bytes.constData() == place); // no copy was made, and that overwritten
        QCOMPARE(bytes, QByteArray(7, '\0'));
        QString text = u"hunter%1"_s.arg(2);
        const QChar *textPlace = text.constData();
        overwrite(text);
        QVERIFY(text.constData() == textPlace);
        QCOMPARE(text, QString(7, QChar(u'\0')));
    }

    void whatOthersShareIsTheirs()
    {
        QByteArray bytes(QByteArray("hunter") + '2');
        QByteArray others = bytes;
        wipe(bytes);
        QVERIFY(bytes.isNull());
        QCOMPARE(others, "hunter2");
        overwrite(others); // the last one
        QCOMPARE(others, QByteArray(7, '\0'));
    }

    void nothingAndALiteralAreLeftAlone()
    {
        QByteArray nothing;
        wipe(nothing);
        QVERIFY(nothing.isNull());
        QString literal = u"in the program itself"_s;
        wipe(literal);
        QVERIFY(literal.isNull());
    }

    void theLastOwnerOverwritesIt()
    {
        // The place is looked at while it is still held: a plain text shares it, and the secret is put away.
        SecretBytes first = QByteArray("hunter") + '2';
        {
            const SecretBytes second = first; // NOLINT(performance-unnecessary-copy-initialization)
            QVERIFY(second.constData() == first.constData());
        }
        QCOMPARE(first, QByteArray("hunter2")); // it was not the last one
        const QByteArray plain = first;
        first = SecretBytes();
        QVERIFY(first.isEmpty());
        QCOMPARE(plain, "hunter2"); // whoever holds it plainly, is its owner now
    }

    void oneIsTakenFromWhateverBecomesOne()
    {
        SecretBytes bytes = "hunter2";
        SecretText text = u"hunter2"_s;
        QCOMPARE(text.toUtf8(), bytes);
        const SecretBytes other = bytes;
        QVERIFY(other == bytes);
        bytes = QByteArray("other");
        QVERIFY(!(other == bytes));
        bytes.clear();
        QVERIFY(bytes.isEmpty());
    }

    void itGoesWithItsGuard()
    {
        QByteArray bytes(QByteArray("hunter") + '2');
        {
            const WipedAtEnd wiped(bytes);
            QCOMPARE(bytes, "hunter2");
        }
        QVERIFY(bytes.isNull());
    }
};

} // namespace lockscope::tst_secret

LOCKSCOPE_TEST(lockscope::tst_secret::TestSecret)
#include "tst_secret.moc"
