// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/theme/painting.h"

namespace lockscope::tst_frametime {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

class TestFrameTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QLoggingCategory::setFilterRules({}); }

    void isToldToWhoeverListens()
    {
        QLoggingCategory::setFilterRules(u"lockscope.frames=true"_s);
        QTest::ignoreMessage(QtDebugMsg, QRegularExpression(u"^queue: \\d+\\.\\d\\d ms$"_s));
        const FrameTime frame("queue");
    }
    void isNotToldToOthers()
    {
        QStringList told;
        static QStringList *s_told = nullptr;
        s_told = &told;
        const auto before = qInstallMessageHandler(
            [](QtMsgType, const QMessageLogContext &, const QString &text) { s_told->append(text); });
        {
            const FrameTime frame("queue");
        }
        qInstallMessageHandler(before);
        QCOMPARE(told, QStringList());
    }
};

} // namespace lockscope::tst_frametime

LOCKSCOPE_TEST(lockscope::tst_frametime::TestFrameTime)
#include "tst_frametime.moc"
