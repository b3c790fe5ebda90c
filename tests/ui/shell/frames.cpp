// SPDX-License-Identifier: Apache-2.0
// A tool for developers: what moves, as pictures in a row, light and dark: a hand-over on the stage, a timeline that
// follows, and a rewind that steps.
//   QT_QPA_PLATFORM=offscreen build/…/tests/lockscope-frame-shots DIRECTORY
#include "core/base/clock.h"
#include "tests/ui/panels/madeupworld.h"
#include "ui/clients/clientspanel.h"
#include "ui/locks/lockspanel.h"
#include "ui/queue/queuepanel.h"
#include "ui/selection/selection.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/workspace.h"
#include "ui/stage/stagepanel.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinepanel.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMainWindow>
#include <QTextStream>
#include <QTimer>

#include <functional>

using namespace lockscope;
using namespace lockscope::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

void live(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

/// So many pictures of a widget, \a act and then a pause before each; written when all are taken, since that is slow.
class Film
{
public:
    Film(QDir directory, QString name)
        : m_directory(std::move(directory))
        , m_name(std::move(name))
    {
        m_clock.start();
    }
    ~Film()
    {
        for (qsizetype i = 0; i < m_frames.size(); ++i)
            m_frames[i].second.save(
                m_directory.filePath(u"%1-%2-%3ms.png"_s.arg(m_name).arg(i).arg(m_frames[i].first)));
        QTextStream(stdout) << m_name << ": " << m_frames.size() << " frames\n";
    }
    Q_DISABLE_COPY_MOVE(Film)

    void take(QWidget &widget) { m_frames.emplaceBack(m_clock.elapsed(), widget.grab()); }

private:
    QDir m_directory;
    QString m_name;
    QElapsedTimer m_clock;
    QList<std::pair<qint64, QPixmap>> m_frames;
};

/// The holder of /app/orders lets go, and the next one has it.
void handOver(WorldScript &script, int from)
{
    const QString lock = u"/app/orders"_s;
    script.list(lock, {}, {curatorName(from)});
    script.write(journal::ClientLockState{ClientId{quint32(from)}, locks::LockState::Released, {}, {}, 1, {}});
    script.write(journal::ClientWatchFired{ClientId{quint32(from + 1)}, WatchEvent::Deleted, lock});
    script.write(journal::ClientLockState{ClientId{quint32(from + 1)},
                                          locks::LockState::Retained,
                                          lock + u'/' + curatorName(from + 1),
                                          Zxid{0x1f01 + from},
                                          1,
                                          {}});
    script.flush();
}

struct Scene
{
    explicit Scene(QSize size)
    {
        script.nowNs = nowNs() - 5'600'000'000;
        makeUp(script);
        window.setCentralWidget(workspace);
        window.resize(size);
        workspace->bar()->setTarget(u"Sandbox \u00b7 3 servers"_s, false);
        workspace->bar()->setState(world.world().connection(), world.world().observation(), 0);
        window.show();
        QCoreApplication::processEvents();
        workspace->locks()->selectLock(u"/app/orders"_s);
        live(100ms);
    }

    LiveWorld world;
    WorldScript script{&world};
    QMainWindow window;
    Workspace *workspace = new Workspace(&world, &window);
};

void filmStage(const QDir &directory, const QString &suffix)
{
    Scene scene({1280, 720});
    scene.workspace->setView(Workspace::View::Stage);
    live(400ms);
    QWidget &stage = *scene.workspace->stage();
    Film film(directory, u"stage-"_s + suffix);
    film.take(stage);
    scene.script.nowNs = nowNs();
    handOver(scene.script, 2);
    for (int i = 0; i < 7; ++i) {
        film.take(stage);
        live(24ms);
    }
    live(200ms);
    film.take(stage);
}

void filmTimeline(const QDir &directory, const QString &suffix)
{
    Scene scene({1280, 720});
    Film film(directory, u"timeline-"_s + suffix);
    for (int holder = 2; holder < 8; ++holder) {
        live(350ms);
        film.take(*scene.workspace->timeline());
        scene.script.nowNs = nowNs();
        handOver(scene.script, holder);
    }
    live(350ms);
    film.take(*scene.workspace->timeline());
}

void filmRewind(const QDir &directory, const QString &suffix)
{
    Scene scene({1280, 720});
    scene.workspace->selection()->setClient(ClientId{3});
    for (int holder = 2; holder < 6; ++holder) {
        live(120ms);
        scene.script.nowNs = nowNs();
        handOver(scene.script, holder);
    }
    Film film(directory, u"rewind-"_s + suffix);
    film.take(scene.window);
    for (int i = 0; i < 6; ++i) {
        scene.world.step(-2);
        live(60ms);
        film.take(scene.window);
    }
    scene.world.goLive();
    live(60ms);
    film.take(scene.window);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QDir directory(QApplication::arguments().value(1, u"."_s));
    if (!directory.mkpath(u"."_s))
        return 1;
    for (const auto &[choice, suffix] : {std::pair(ThemeChoice::Light, u"light"_s), {ThemeChoice::Dark, u"dark"_s}}) {
        applyTheme(application, choice);
        filmStage(directory, suffix);
        filmTimeline(directory, suffix);
        filmRewind(directory, suffix);
    }
    return 0;
}
