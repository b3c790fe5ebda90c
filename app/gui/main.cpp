// SPDX-License-Identifier: Apache-2.0
// lockscope: the window. Reads the command line, makes the window, runs.
#include "app/common/endsignals.h"
#include "app/common/programstart.h"
#include "app/gui/arguments.h"
#include "core/base/privatefile.h"
#include "core/base/text.h"
#include "core/base/visible.h"
#include "core/locks/recipecatalog.h"
#include "ui/dialogs/spawndialog.h"
#include "ui/shell/connectflow.h"
#include "ui/shell/lessonflow.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/modelflow.h"
#include "ui/shell/recordingflow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/scenarioflow.h"
#include "ui/shell/spawnflow.h"

#include <QApplication>
#include <QEvent>
#include <QFileInfo>
#include <QLocale>
#include <QLoggingCategory>
#include <QTextStream>
#include <QTimer>

#include <algorithm>

using namespace lockscope;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_LOGGING_CATEGORY(lcStart, "lockscope.start", QtWarningMsg)

namespace {

enum Exit { Ok = 0, Failed = 1, Usage = 2 };

/// True if there is no display and nothing says what to draw on instead: Qt would end the process with a message that
/// explains nothing.
bool noDisplay()
{
    return qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
           && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

/// Says once that the window has been painted, where the logging category asks for it: `lockscope.start.debug=true`.
class FirstFrame : public QObject
{
public:
    explicit FirstFrame(QWidget *window)
        : QObject(window)
    {
        window->installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::Paint)
            return false;
        watched->removeEventFilter(this);
        // Its parts are painted after it, before the next turn of the event loop.
        QTimer::singleShot(0, this, [] { qCDebug(lcStart, "first frame"); });
        return false;
    }
};

void spawnWhenReady(ui::MainWindow &window, const Arguments &arguments)
{
    if (arguments.spawn == 0)
        return;
    lab::SpawnRequest request;
    request.count = arguments.spawn;
    if (arguments.target && arguments.target->other) {
        using locks::RecipeId;
        const locks::Backend backend = arguments.target->backend();
        const bool hasRowLocks = locks::recipeInfo(RecipeId::SqlForUpdate).runsOn(backend);
        request.recipe = hasRowLocks             ? RecipeId::SqlForUpdate
                         : locks::isSql(backend) ? RecipeId::SqlRow
                                                 : RecipeId::RedisSetPx;
        request.dialect = locks::Dialect::Plain;
    }
    request.lock = arguments.select.isEmpty() ? ui::SpawnDialog::demoLock() : arguments.select;
    QObject::connect(
        &window, &ui::MainWindow::ready, &window, [&window, request] { window.spawning()->spawn(request); },
        Qt::SingleShotConnection);
}

/// Before the command line is read, whose errors are in it too: --lang, what was chosen in the window, the system's.
QString languageWanted(const QStringList &arguments, const ui::Settings &settings)
{
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        if (arguments[i].startsWith("--lang="_L1))
            return arguments[i].section(u'=', 1);
        if (arguments[i] == "--lang"_L1)
            return arguments.value(i + 1);
    }
    if (!settings.language().isEmpty())
        return settings.language();
    const QLocale system = QLocale::system();
    return system.language() == QLocale::Chinese && system.script() == QLocale::SimplifiedChineseScript ? u"zh_CN"_s
                                                                                                        : u"en"_s;
}

void openTarget(ui::MainWindow &window, const ui::Target &target)
{
    if (target.profile)
        window.connecting()->openProfile(*target.profile); // which looks for its password first
    else
        window.open(target);
}

void openModel(ui::MainWindow &window, const QString &what)
{
    const auto recipe = locks::recipeFromName(what);
    if (recipe)
        window.models()->open(explore::usualSetup(*recipe));
    else if (!what.isEmpty())
        window.models()->openSchedule(what);
}

void takeScreenshot(ui::MainWindow &window, const Arguments &arguments)
{
    if (arguments.screenshot.isEmpty())
        return;
    QTimer::singleShot(arguments.screenshotAfterMs, &window, [&window, file = arguments.screenshot] {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // on a busy machine it comes before them
        WholeFile picture(file);                                            // of data, so that it is its owner's alone
        const bool written = openPrivately(picture)
                             && window.grab().save(&picture, QFileInfo(file).suffix().toLatin1().constData())
                             && picture.commit();
        if (!written)
            QTextStream(stderr)
                << (picture.error() == QFileDevice::NoError
                        ? Text::en("lockscope: %1 cannot be written: choose another file, ending in .png.").arg(file)
                        : Text::en("lockscope: %1 cannot be written: %2.").arg(file, picture.errorString()))
                       .shown()
                << '\n';
        QCoreApplication::exit(written ? Ok : Failed);
    });
}

/// Before the command line is read: Qt begins to talk when the application is made.
bool takesPicture(int argc, char **argv)
{
    return std::any_of(argv + 1, argv + argc, [](const char *argument) {
        const QByteArrayView text(argument);
        return text == "--screenshot" || text.startsWith("--screenshot=");
    });
}

/// What Qt and the platform that draws into memory say of themselves is nothing to whoever wants a picture. Why there
/// may be no platform at all (qt.qpa…) is, and so is what was asked for by QT_LOGGING_RULES.
void quietQt()
{
    static QtMessageHandler usual = nullptr;
    usual = qInstallMessageHandler([](QtMsgType type, const QMessageLogContext &context, const QString &message) {
        const QByteArrayView category(context.category);
        const bool isQts = category.empty() || category == "default"
                           || (category.startsWith("qt.") && !category.startsWith("qt.qpa."));
        const bool isIdle = type == QtWarningMsg || type == QtInfoMsg;
        if (!isQts || !isIdle)
            usual(type, context, message);
    });
}

} // namespace

int main(int argc, char **argv)
{
    const bool pretend = noDisplay();
    if (pretend)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (takesPicture(argc, argv))
        quietQt();
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"lockscope"_s);
    QApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    QApplication::setDesktopFileName(u"lockscope"_s);
    startOwnRecipe();
    ui::Settings settings;
    installTranslations(languageWanted(QApplication::arguments(), settings));

    const auto arguments = parseArguments(QApplication::arguments());
    scrubArguments(argc, argv);
    quietDrivers();
    outliveFailedWrites();
    QTextStream err(stderr);
    if (!arguments) {
        const Text why = Text::en("lockscope: %1\nTry lockscope --help.").arg(arguments.error().sentence());
        err << withoutSecrets(why.shown()) << '\n';
        return Usage;
    }
    if (!arguments->output.isEmpty()) {
        QTextStream(stdout) << arguments->output;
        return Ok;
    }
    if (pretend && arguments->screenshot.isEmpty() && QApplication::platformName() == "offscreen"_L1) {
        err << Text::en("lockscope: there is no display. Use --screenshot FILE.png, or -platform vnc and a VNC viewer.")
                   .shown()
            << '\n';
        return Failed;
    }
    for (const Text &problem : takeOwnSettings())
        err << u"lockscope: %1\n"_s.arg(problem.shown()) << Qt::flush;

    ui::applyTheme(application, arguments->theme.value_or(settings.theme()));
    ui::MainWindow window(&settings);
    if (!arguments->screenshot.isEmpty())
        window.setRemembersLayout(false); // a picture shows the default layout and leaves no trace
    if (arguments->size)
        window.resize(*arguments->size);
    if (lcStart().isDebugEnabled())
        new FirstFrame(&window);
    window.show();
    if (!arguments->replay.isEmpty())
        window.recordings()->open(arguments->replay, arguments->event);
    openModel(window, arguments->model);
    if (!arguments->lesson.isEmpty())
        window.lessons()->open(arguments->lesson);
    if (arguments->isPresentation)
        window.setPresentation(true);
    if (!arguments->select.isEmpty())
        window.selectLock(arguments->select);
    QObject::connect(
        &window, &ui::MainWindow::ready, &window, [&] { window.showView(arguments->view); }, Qt::SingleShotConnection);
    spawnWhenReady(window, *arguments);
    if (arguments->target)
        openTarget(window, *arguments->target);
    window.scenarios()->setPace(arguments->paceMs ? std::chrono::milliseconds(*arguments->paceMs) : settings.pace());
    if (!arguments->scenario.isEmpty())
        window.scenarios()->open(arguments->scenario);
    takeScreenshot(window, *arguments);
    onEndSignal(&application, 10s, [] { QApplication::exit(Failed); }); // what was begun is put away as at any end
    const int code = QApplication::exec();
    if (const auto kept = settings.kept(); !kept)
        err << u"lockscope: %1\n"_s.arg(kept.error().sentence().shown()) << Qt::flush;
    return code;
}
