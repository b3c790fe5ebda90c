// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/theme/format.h"
#include "ui/theme/painting.h"
#include "ui/theme/widgets.h"

namespace lockscope::tst_widgets {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

class TestWidgets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QLoggingCategory::setFilterRules({}); }

    /// Node names and titles of recordings are as long as somebody made them.
    void aWordWithoutABreakWidensNoWindow()
    {
        const QString word(2'000, u'x');
        Banner banner;
        banner.show(Banner::Severity::Error, word + u" holds"_s, u"Release "_s + word);
        QVERIFY2(banner.minimumSizeHint().width() < 300, qPrintable(QString::number(banner.minimumSizeHint().width())));
        EmptyState empty;
        empty.set(IconId::LockOpen, word, word);
        QVERIFY2(empty.minimumSizeHint().width() < 300, qPrintable(QString::number(empty.minimumSizeHint().width())));
    }

    void aLongWordLosesItsMiddle()
    {
        QCOMPARE(withShortWords(u"/locks/orders is free"_s), u"/locks/orders is free"_s);
        const QString ends = QString(58, u'a') + u"…"_s + QString(58, u'b');
        QCOMPARE(withShortWords(u"of "_s + QString(80, u'a') + QString(80, u'b') + u" it is"_s),
                 u"of "_s + ends + u" it is"_s);
    }

    void theTimeOfAFrameIsToldToWhoeverListens()
    {
        QLoggingCategory::setFilterRules(u"lockscope.frames=true"_s);
        QTest::ignoreMessage(QtDebugMsg, QRegularExpression(u"^queue: \\d+\\.\\d\\d ms$"_s));
        const FrameTime frame("queue");
    }

    void andToNobodyElse()
    {
        static QStringList told;
        const auto before =
            qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &text) { told += text; });
        {
            const FrameTime frame("queue");
        }
        qInstallMessageHandler(before);
        QCOMPARE(told, QStringList());
    }
};

} // namespace lockscope::tst_widgets

LOCKSCOPE_TEST(lockscope::tst_widgets::TestWidgets)
#include "tst_widgets.moc"
