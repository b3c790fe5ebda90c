// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/madeupworld.h"
#include "ui/details/dataview.h"
#include "ui/details/detailspanel.h"
#include "ui/details/factsgrid.h"
#include "ui/theme/widgets.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

class TestDetailsPanel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        DetailsPanel panel{&world};
        QSignalSpy wanted{&panel, &DetailsPanel::nodeDetailsWanted};
        QString holder = u"/app/orders/"_s + curatorName(2);

        Fixture()
        {
            panel.setClock([this] { return script.nowNs; });
            panel.resize(320, 500);
            panel.show();
            makeUp(script);
        }

        NodeDetails details(const QString &path, const QByteArray &data) const
        {
            NodeDetails out;
            out.path = path;
            out.content.data = data;
            out.content.stat.czxid = Zxid{0x1f02};
            out.content.stat.ephemeralOwner = SessionId{0x1000009f7cb0002};
            out.content.stat.dataLength = qint32(data.size());
            out.content.stat.version = 3;
            return out;
        }
        QString fact(const QString &key) const { return panel.findChild<FactsGrid *>(u"facts"_s)->value(key); }
        QString role() const { return panel.findChild<Pill *>()->text(); }
        DataView *data() const { return panel.findChild<DataView *>(); }
        QPushButton *release() const
        {
            for (auto *button : panel.findChildren<QPushButton *>()) {
                if (button->text() == u"Force release…"_s)
                    return button;
            }
            return nullptr;
        }
    };

private Q_SLOTS:
    void whatIsKnownAlreadyIsShownBeforeTheAnswerComes()
    {
        Fixture f;
        f.panel.setNode(f.holder);
        QCOMPARE(f.wanted.size(), 1);
        QCOMPARE(f.wanted.first().first().toString(), f.holder);
        QCOMPARE(f.role(), u"holder"_s);
        QCOMPARE(f.fact(u"session"_s), u"0x1000009f7cb0002"_s);
        QCOMPARE(f.fact(u"client"_s), u"client-2 (simulated)"_s);
        QCOMPARE(f.fact(u"state"_s), u"RETAINED"_s);
        f.panel.setDetails(f.details(f.holder, "{\"a\":1}"));
        QCOMPARE(f.fact(u"version"_s), u"3"_s);
        QCOMPARE(f.data()->form(), DataView::Form::Json);
    }

    void anAnswerForAnotherNodeIsIgnored()
    {
        Fixture f;
        f.panel.setNode(f.holder);
        const QString other = u"/app/orders/"_s + curatorName(3);
        f.panel.setNode(other);
        f.panel.setDetails(f.details(f.holder, "late"));
        QVERIFY(!f.data()->shownText().contains(u"late"_s));
        f.panel.setDetails(f.details(other, "right"));
        QCOMPARE(f.data()->shownText(), u"right"_s);
        QCOMPARE(f.role(), u"waiter"_s);
    }

    void aNodeThatGoesSaysSoAndCannotBeReleased()
    {
        Fixture f;
        f.panel.setNode(f.holder);
        QVERIFY(f.release()->isEnabled());
        f.script.list(u"/app/orders"_s, {}, {curatorName(2)});
        f.script.flush();
        QCOMPARE(f.role(), u"gone"_s);
        QVERIFY(!f.release()->isEnabled());
        QVERIFY(f.panel.findChild<Banner *>()->isVisible());
    }

    void releaseNamesTheNode()
    {
        Fixture f;
        f.panel.setNode(f.holder);
        QSignalSpy spy(&f.panel, &DetailsPanel::releaseRequested);
        f.release()->click();
        QCOMPARE(spy.first().first().toString(), f.holder);
        f.panel.setObserveOnly(true);
        QVERIFY(!f.release()->isEnabled());
    }

    void aFailedReadingStandsInPlaceWithItsSentence()
    {
        Fixture f;
        f.panel.setNode(f.holder);
        f.panel.setDetails(failure(ErrorCode::NoAuth, u"get"_s, f.holder));
        QVERIFY(f.panel.findChild<Banner *>()->text().contains(u"READ"_s));
    }

    void unreadableDataNamesTheMissingPermission()
    {
        Fixture f;
        f.panel.setNode(f.holder);
        NodeDetails details = f.details(f.holder, {});
        details.dataReadable = false;
        f.panel.setDetails(details);
        QVERIFY(f.data()->note().contains(u"READ"_s));
    }

    void aMegabyteIsShownInPartAndSaysSo()
    {
        DataView view;
        view.setData(QByteArray(1024 * 1024, 'x'));
        QCOMPARE(view.form(), DataView::Form::Text);
        QCOMPARE(view.shownText().size(), DataView::mostShown);
        QCOMPARE(view.note(), u"The first 64.0 kB of 1.0 MB are shown."_s);
        view.setData(QByteArray(1024 * 1024, '\x01'));
        QCOMPARE(view.form(), DataView::Form::Hex);
        QVERIFY(view.note().startsWith(u"The first "_s));
    }

    void dataChoosesItsForm()
    {
        DataView view;
        view.setData("worker-1");
        QCOMPARE(view.form(), DataView::Form::Text);
        view.setData("[1, 2]");
        QCOMPARE(view.form(), DataView::Form::Json);
        view.setData(QByteArray("\x00\xff", 2));
        QCOMPARE(view.form(), DataView::Form::Hex);
        view.setData({});
        QCOMPARE(view.note(), u"The node has no data."_s);
    }
};

} // namespace lockscope::ui

QTEST_MAIN(lockscope::ui::TestDetailsPanel)
#include "tst_detailspanel.moc"
