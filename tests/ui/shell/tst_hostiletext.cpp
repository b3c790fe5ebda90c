// SPDX-License-Identifier: Apache-2.0
// Text that would move a cursor, turn the reading direction, break a line or be markup, in every place that a server or
// a client can write to: what is painted, read out or shown as a tool tip has it written out.
#include "core/base/visible.h"
#include "tests/ui/models/worldscript.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/theme/format.h"

#include <QPaintEngine>

#include <algorithm>

namespace lockscope::ui::tst_hostiletext {

using namespace Qt::StringLiterals;

namespace {

const QString evil = u"a\u202eb\u2028c\x1b[31md"_s;
const QString written = u"a\\u202Eb\\u2028c\\x1B[31md"_s;

/// Paints nothing and keeps the texts.
class TextCatcher : public QPaintDevice, private QPaintEngine
{
public:
    explicit TextCatcher(const QSize &size)
        : QPaintEngine(AllFeatures)
        , m_size(size)
    {
    }

    QStringList texts;

    QPaintEngine *paintEngine() const override { return const_cast<TextCatcher *>(this); }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth: return m_size.width();
        case PdmHeight: return m_size.height();
        case PdmDepth: return 32;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return 96;
        case PdmDevicePixelRatio: return 1;
        default: return 0;
        }
    }

private:
    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState &) override { }
    void drawPixmap(const QRectF &, const QPixmap &, const QRectF &) override { }
    void drawPath(const QPainterPath &) override { }
    void drawPolygon(const QPointF *, int, PolygonDrawMode) override { }
    void drawTextItem(const QPointF &, const QTextItem &item) override { texts += item.text(); }
    Type type() const override { return User; }

    QSize m_size;
};

bool isSafe(const QString &text)
{
    return visibleLines(text) == text;
}

/// A window whose every name, text and address is hostile.
struct HostileWindow
{
    HostileWindow()
    {
        using journal::Freshness;
        journal::ConnectionChanged connected;
        connected.state = ConnectionState::Connected;
        connected.endpoint = connected.server = u"127.0.0.1:2181"_s;
        connected.session = SessionId{7};
        script.write(connected);
        script.observe(Freshness::Reading);
        script.list(u"/"_s, {evil});
        script.list(u'/' + evil, {evil});
        for (int i = 1; i <= 3; ++i)
            names += evil + u"-lock-000000000%1"_s.arg(i);
        script.list(lock, names);
        for (int i = 0; i < 2; ++i)
            script.resolve(lock, names[i], SessionId{100 + i}, evil.toUtf8(), 1'000'000);
        script.resolve(lock, names[2], SessionId{}, "<b>bold</b>", 1'000'000); // a finding: persistent

        journal::ClientSpawned spawned;
        spawned.id = ClientId{1};
        spawned.name = evil;
        spawned.lock = lock;
        script.write(spawned);
        script.write(journal::ClientConnection{ClientId{1}, ConnectionState::Connected, SessionId{100}});
        script.write(journal::ClientLockState{
            ClientId{1}, locks::LockState::Retained, lock + u'/' + names[0], Zxid{0x1f01}, 1, {}});

        journal::ServerReport server;
        server.address = evil;
        server.adminUrl = u"http://"_s + evil;
        server.role = evil;
        server.version = evil;
        server.problem = Text::verbatim(evil);
        journal::ServersProbed probed;
        probed.servers = {server};
        probed.knowledge.sessions.insert(SessionId{101}, locks::SessionFacts{SessionId{101}, evil, evil});
        probed.knowledge.askedAtNs = script.nowNs;
        probed.knowledge.answeredAtNs = script.nowNs;
        script.write(probed);
        script.observe(Freshness::Live);
        script.flush();

        window.setCentralWidget(workspace);
        window.resize(1600, 1000);
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
        workspace->locks()->selectLock(lock);
        workspace->goTo(lock, {lock + u'/' + names[1]});
        QCoreApplication::processEvents();
    }

    /// All that is painted now.
    QStringList painted()
    {
        TextCatcher catcher(window.size());
        window.render(&catcher);
        return catcher.texts;
    }
    /// All that is said beside that, each with where: tool tips, accessible texts, items of views.
    QMultiMap<QString, QString> told() const
    {
        QMultiMap<QString, QString> all;
        for (const QWidget *widget : window.findChildren<QWidget *>()) {
            const QString where = QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
            all.insert(where + u" tool tip"_s, plainToolTip(widget->toolTip()));
            all.insert(where + u" accessible name"_s, widget->accessibleName());
            all.insert(where + u" accessible description"_s, widget->accessibleDescription());
            if (const auto *label = qobject_cast<const QLabel *>(widget))
                all.insert(where, label->text());
            if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
                all.insert(where, button->text());
            const auto *view = qobject_cast<const QAbstractItemView *>(widget);
            for (const QString &text : view && view->model() ? itemsOf(*view->model(), {}) : QStringList())
                all.insert(where + u" item"_s, text);
        }
        return all;
    }
    static QStringList itemsOf(const QAbstractItemModel &model, const QModelIndex &parent)
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex index = model.index(row, column, parent);
                for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                    all << index.data(role).toString();
            }
            all << itemsOf(model, model.index(row, 0, parent));
        }
        return all;
    }

    const QString lock = u'/' + evil + u'/' + evil;
    QStringList names;
    LiveWorld world;
    WorldScript script{&world};
    QMainWindow window;
    Workspace *workspace = new Workspace(&world, &window);
};

} // namespace

class TestHostileText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void whatIsPaintedIsWrittenOut_data()
    {
        QTest::addColumn<QString>("view");
        for (const auto *view : {"queue", "stage", "graph", "clients", "details", "findings", "journal", "recipe",
                                 "servers", "timeline", "timing"})
            QTest::newRow(view) << QString::fromLatin1(view);
    }

    void whatIsPaintedIsWrittenOut()
    {
        QFETCH(QString, view);
        HostileWindow hostile;
        hostile.workspace->showView(view);
        QCoreApplication::processEvents();
        const QStringList texts = hostile.painted();
        QVERIFY(texts.join(u' ').contains(u"\\u202E"_s)); // it is there at all
        for (qsizetype i = 0; i < texts.size(); ++i)
            QVERIFY2(isSafe(texts[i]), qPrintable(visible(texts.mid(std::max<qsizetype>(0, i - 3), 7).join(u'|'))));
    }

    void whatIsToldBesideIsWrittenOut()
    {
        HostileWindow hostile;
        const QMultiMap<QString, QString> texts = hostile.told();
        QVERIFY(texts.values().join(u' ').contains(written));
        QStringList unsafe;
        for (auto each = texts.begin(); each != texts.end(); ++each) {
            if (!isSafe(*each))
                unsafe << each.key() + u": "_s + visible(*each);
        }
        QVERIFY2(unsafe.isEmpty(), qPrintable(unsafe.join(u'\n')));
    }

    void aToolTipIsNoMarkup()
    {
        QCOMPARE(plainToolTip(u"/a/lock\nheld"_s), u"/a/lock\nheld"_s);
        const QString shown = plainToolTip(u"<b>/a</b>\n<img src='file:///etc/passwd'>"_s);
        QVERIFY(!shown.contains("<b>"_L1) && !shown.contains("<img"_L1));
        QVERIFY(shown.contains("&lt;b&gt;/a"_L1));
    }
};

} // namespace lockscope::ui::tst_hostiletext

LOCKSCOPE_TEST(lockscope::ui::tst_hostiletext::TestHostileText)
#include "tst_hostiletext.moc"
