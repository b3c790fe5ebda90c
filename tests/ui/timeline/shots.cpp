// SPDX-License-Identifier: Apache-2.0
// A tool for developers: renders the Timeline panel of a recording, light and dark, fitted and zoomed in, as pictures.
//   QT_QPA_PLATFORM=offscreen build/…/tests/lockscope-timeline-shots RECORDING DIRECTORY
#include "core/history/recordingreader.h"
#include "ui/selection/selection.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"
#include "ui/world/liveworld.h"

#include <QApplication>
#include <QDir>
#include <QTextStream>

using namespace lockscope;
using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

bool read(const QString &file, LiveWorld &world)
{
    auto reader = journal::RecordingReader::open(file);
    if (!reader) {
        QTextStream(stderr) << reader.error().sentence().english() << '\n';
        return false;
    }
    world.setRecorded();
    journal::EventBatch batch;
    for (auto event = (*reader)->next(); event && *event; event = (*reader)->next())
        batch.append(**event);
    world.apply(batch);
    return true;
}

void shoot(QWidget &panel, const QString &file)
{
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
    panel.grab().save(file);
    QTextStream(stdout) << file << '\n';
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    LiveWorld world;
    if (arguments.size() != 3 || !read(arguments[1], world))
        return 2;
    const QDir directory(arguments[2]);
    for (const auto &[choice, suffix] : {std::pair(ThemeChoice::Light, u"light"_s), {ThemeChoice::Dark, u"dark"_s}}) {
        applyTheme(application, choice);
        Selection selection(&world);
        TimelinePanel panel(&world, &selection);
        makePanel(&panel);
        panel.resize(1100, 380);
        panel.show();
        panel.view()->setFollowing(false);
        panel.view()->refresh();
        QTimer::singleShot(100, &application, &QApplication::quit);
        QApplication::exec();
        panel.view()->fit();
        shoot(panel, directory.filePath(u"timeline-fit-%1.png"_s.arg(suffix)));
        for (int i = 0; i < 5; ++i)
            panel.view()->zoomIn();
        shoot(panel, directory.filePath(u"timeline-near-%1.png"_s.arg(suffix)));
    }
    return 0;
}
