// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/icon.h"

#include "ui/theme/painting.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

static void initResources()
{
    Q_INIT_RESOURCE(lockscope); // in a static library this does not happen by itself
}

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QLatin1StringView fileName(IconId id)
{
    switch (id) {
    case IconId::App: return "lockscope"_L1;
    case IconId::Play: return "play"_L1;
    case IconId::Stop: return "square"_L1;
    case IconId::Close: return "x"_L1;
    case IconId::Pause: return "pause"_L1;
    case IconId::Plus: return "plus"_L1;
    case IconId::Search: return "search"_L1;
    case IconId::Refresh: return "refresh-cw"_L1;
    case IconId::Copy: return "copy"_L1;
    case IconId::Export: return "download"_L1;
    case IconId::Trash: return "trash-2"_L1;
    case IconId::Crash: return "zap"_L1;
    case IconId::Connect: return "plug"_L1;
    case IconId::Disconnect: return "unplug"_L1;
    case IconId::LockOpen: return "lock-open"_L1;
    case IconId::Eye: return "eye"_L1;
    case IconId::EyeOff: return "eye-off"_L1;
    case IconId::Server: return "server"_L1;
    case IconId::Users: return "users"_L1;
    case IconId::List: return "list"_L1;
    case IconId::Tree: return "list-tree"_L1;
    case IconId::Info: return "info"_L1;
    case IconId::Warning: return "triangle-alert"_L1;
    case IconId::Alert: return "circle-alert"_L1;
    case IconId::Ok: return "circle-check"_L1;
    case IconId::Failed: return "circle-x"_L1;
    case IconId::Down: return "chevron-down"_L1;
    case IconId::Right: return "chevron-right"_L1;
    case IconId::Folder: return "folder"_L1;
    case IconId::FolderOpen: return "folder-open"_L1;
    case IconId::Clock: return "clock"_L1;
    case IconId::Leave: return "log-out"_L1;
    case IconId::Sun: return "sun"_L1;
    case IconId::Keyboard: return "keyboard"_L1;
    case IconId::Help: return "circle-question-mark"_L1;
    case IconId::Filter: return "filter"_L1;
    case IconId::File: return "file-text"_L1;
    case IconId::Activity: return "activity"_L1;
    case IconId::Hand: return "hand"_L1;
    case IconId::History: return "history"_L1;
    case IconId::More: return "ellipsis"_L1;
    case IconId::Reset: return "rotate-ccw"_L1;
    case IconId::Open: return "external-link"_L1;
    case IconId::Sandbox: return "box"_L1;
    case IconId::Next: return "arrow-right"_L1;
    case IconId::Sort: return "arrow-down-up"_L1;
    case IconId::Recording: return "film"_L1;
    case IconId::Check: return "check"_L1;
    case IconId::Book: return "book"_L1;
    case IconId::Workflow: return "workflow"_L1;
    case IconId::SkipBack: return "skip-back"_L1;
    case IconId::SkipForward: return "skip-forward"_L1;
    case IconId::StepBack: return "step-back"_L1;
    case IconId::StepForward: return "step-forward"_L1;
    case IconId::Bookmark: return "bookmark"_L1;
    }
    return {};
}

QByteArray svg(IconId id, const QColor &color)
{
    const QString path =
        id == IconId::App ? u":/lockscope/lockscope.svg"_s : u":/lockscope/icons/%1.svg"_s.arg(fileName(id));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll().replace("currentColor", color.name().toLatin1());
}

/// Asks the palette at the moment of painting, so that icons follow the theme without being set again.
class RoleIconEngine : public QIconEngine
{
public:
    RoleIconEngine(IconId id, Role role)
        : m_id(id)
        , m_role(role)
    {
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State) override
    {
        return iconPixmap(m_id, color(mode), std::min(size.width(), size.height()), 1.0);
    }
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal) override
    {
        return pixmap(size, mode, QIcon::Off);
    }
    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const int side = std::min(rect.width(), rect.height());
        const QPixmap image = iconPixmap(m_id, color(mode), side, painter->device()->devicePixelRatioF());
        painter->drawPixmap(rect.center().x() - side / 2, rect.center().y() - side / 2, image);
    }
    QIconEngine *clone() const override { return new RoleIconEngine(*this); }
    bool isNull() override { return false; }

private:
    QColor color(QIcon::Mode mode) const
    {
        const Theme &theme = themeFor(QGuiApplication::palette());
        if (mode == QIcon::Disabled)
            return mix(theme.panel, theme.text, 0.35);
        return m_role == Role::Neutral ? mix(theme.panel, theme.text, 0.80) : theme.role(m_role).text;
    }

    IconId m_id;
    Role m_role;
};

} // namespace

void initIconResources()
{
    initResources();
}

QIcon icon(IconId id, Role role)
{
    initResources();
    return QIcon(new RoleIconEngine(id, role));
}

QPixmap iconPixmap(IconId id, const QColor &color, int side, qreal devicePixelRatio)
{
    initResources();
    const int pixels = std::max(1, int(side * devicePixelRatio));
    const QString key = u"lockscope-icon-%1-%2-%3"_s.arg(fileName(id), color.name()).arg(pixels);
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = QPixmap(pixels, pixels);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        QSvgRenderer(svg(id, color)).render(&painter, QRectF(0, 0, pixels, pixels));
        painter.end();
        QPixmapCache::insert(key, pixmap);
    }
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

} // namespace lockscope::ui
