// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/uitest.h"
#include "ui/shell/connectionbar.h"

namespace lockscope::ui::tst_connectionbar {

using namespace Qt::StringLiterals;
using journal::Freshness;

class TestConnectionBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSaysWhetherTheNewestIsShown_data()
    {
        QTest::addColumn<Freshness>("freshness");
        QTest::addColumn<bool>("isRewound");
        QTest::addColumn<QString>("says");
        QTest::newRow("live") << Freshness::Live << false << u"live"_s;
        QTest::newRow("an earlier instant") << Freshness::Live << true << u"rewound"_s;
        QTest::newRow("the newest is old, too") << Freshness::Stale << true << u"as of 3.0 s ago"_s;
    }
    void itSaysWhetherTheNewestIsShown()
    {
        QFETCH(Freshness, freshness);
        QFETCH(bool, isRewound);
        QFETCH(QString, says);
        journal::ConnectionChanged connection;
        connection.state = ConnectionState::Connected;
        journal::ObservationChanged observation;
        observation.freshness = freshness;
        ConnectionBar bar;
        bar.setState(connection, observation, 3'000, isRewound);
        QCOMPARE(bar.stateText(), says);
    }
};

} // namespace lockscope::ui::tst_connectionbar

LOCKSCOPE_TEST(lockscope::ui::tst_connectionbar::TestConnectionBar)
#include "tst_connectionbar.moc"
