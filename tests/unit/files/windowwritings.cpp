// SPDX-License-Identifier: Apache-2.0
#include "tests/support/files.h"
#include "tests/unit/files/writings.h"
#include "ui/export/fileexport.h"
#include "ui/export/picture.h"
#include "ui/settings/settings.h"

#include <QEventLoop>
#include <QImage>
#include <QPainter>

namespace lockscope::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// ---- pictures ----

ui::Picture picture()
{
    ui::Picture picture;
    picture.title = u"A picture"_s;
    picture.size = {30, 40};
    picture.paint = [](QPainter *painter, const QSizeF &area, const ui::Theme &) {
        painter->fillRect(QRectF(QPointF(), area), Qt::red);
    };
    return picture;
}

/// The two are told from one another by their sizes.
ui::PictureLook lookOf(bool isNew)
{
    ui::PictureLook look;
    look.size = isNew ? QSize(60, 80) : QSize(30, 40);
    return look;
}

QString readPng(const QString &file)
{
    const QImage image(file);
    return image == ui::toImage(picture(), lookOf(true))    ? u"new"_s
           : image == ui::toImage(picture(), lookOf(false)) ? u"old"_s
                                                            : u"another picture"_s;
}

QString readSvg(const QString &file)
{
    const QByteArray svg = contentOf(file);
    return svg == ui::toSvg(picture(), lookOf(true))    ? u"new"_s
           : svg == ui::toSvg(picture(), lookOf(false)) ? u"old"_s
                                                        : u"another picture"_s;
}

// ---- exported tables ----

QByteArray tableOf(bool isNew)
{
    return QByteArray(isNew ? "new,row\n" : "old,row\n").repeated(40);
}

Result<Done> exportTable(const QString &file, bool isNew)
{
    const QByteArray table = tableOf(isNew);
    ui::FileExport running(
        [table](QIODevice *device, ui::ExportProgress &) { return device->write(table) == table.size(); }, file);
    QEventLoop loop;
    QObject::connect(&running, &ui::FileExport::finished, &loop, &QEventLoop::quit);
    loop.exec();
    if (!running.outcome().isWritten)
        return invalidInput(Text::verbatim(running.outcome().error));
    return Done();
}

QString readTable(const QString &file)
{
    const QByteArray table = contentOf(file);
    return table == tableOf(true) ? u"new"_s : table == tableOf(false) ? u"old"_s : u"no table"_s;
}

// ---- settings ----

const ui::WindowLayout &layoutOf(bool isNew)
{
    static const ui::WindowLayout layouts[] = {{"geometry before", "docks before"}, {"geometry after", "docks after"}};
    return layouts[isNew ? 1 : 0];
}

Result<Done> set(const QString &file, bool isNew)
{
    ui::Settings settings(file);
    settings.setLayout(layoutOf(isNew));
    return settings.kept();
}

QString readSettings(const QString &file)
{
    // Under a name of its own: QSettings remembers what a file held.
    static int readings = 0;
    const QString copy = u"%1.read%2"_s.arg(file).arg(++readings);
    QFile::copy(file, copy);
    const ui::WindowLayout layout = ui::Settings(copy).layout();
    QFile::remove(copy);
    return layout == layoutOf(true) ? u"new"_s : layout == layoutOf(false) ? u"old"_s : u"other settings"_s;
}

} // namespace

std::vector<Writing> windowWritings()
{
    const auto save = [](const QString &ending) {
        return [ending](const QString &file, bool isNew) {
            return ui::savePicture(picture(), lookOf(isNew), file + ending);
        };
    };
    Writing table = replacing("an exported table", exportTable, readTable);
    table.isOnThread = true;
    Writing settings = replacing("settings", set, readSettings);
    settings.isSynced = false; // QSettings does not look
    return {
        replacing("a PNG", save(u".png"_s), [](const QString &file) { return readPng(file + ".png"_L1); }),
        replacing("an SVG", save(u".svg"_s), [](const QString &file) { return readSvg(file + ".svg"_L1); }),
        table,
        settings,
    };
}

} // namespace lockscope::test
