// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/dockframe.h"

#include "ui/theme/building.h"
#include "ui/theme/painting.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QPainter>
#include <QPainterPath>
#include <QTabBar>
#include <QToolButton>

namespace lockscope::ui {

namespace {

constexpr int dockHeadingHeight = 33;
constexpr qreal dockRadius = 7;

/// A panel's outline with the upper or the lower edge open, so that heading and body make one shape.
QPainterPath half(const QRectF &box, bool upper)
{
    const QRectF whole =
        upper ? box.adjusted(0.5, 0.5, -0.5, 2 * dockRadius) : box.adjusted(0.5, -2 * dockRadius, -0.5, -0.5);
    QPainterPath path;
    path.addRoundedRect(whole, dockRadius, dockRadius);
    return path;
}

void paintGround(QPainter &painter, const QWidget &heading)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(heading.rect());
    const Theme &theme = themeFor(heading.palette());
    painter.setPen(theme.border);
    painter.setBrush(theme.panel);
    painter.drawPath(half(heading.rect(), true));
    painter.fillRect(QRectF(1, heading.height() - 1, heading.width() - 2, 1), theme.border);
}

} // namespace

PanelHeading::PanelHeading(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
{
    makeRow(this, {12, 0, 6, 0}, 2, {Part::stretch()});
    setAccessibleName(title);
}

QSize PanelHeading::sizeHint() const
{
    return {90, dockHeadingHeight};
}

void PanelHeading::setCount(int count, Role role)
{
    if (count == m_count && role == m_role)
        return;
    m_count = count;
    m_role = role;
    setAccessibleDescription(count > 0 ? QString::number(count) : QString());
    update();
}

void PanelHeading::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintGround(painter, *this);
    const Theme &theme = themeFor(palette());

    const QFont strong = scaledFont(font(), 1.0, QFont::DemiBold);
    const QRectF text(14, 0, QFontMetricsF(strong).horizontalAdvance(m_title), height() - 2);
    painter.setFont(strong);
    painter.setPen(theme.text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, m_title);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent.fill);
    painter.drawRoundedRect(QRectF(text.left() - 1, height() - 2.5, text.width() + 2, 2.5), 1, 1);
    if (m_count > 0)
        paintPill(&painter, QPointF(text.right() + 9, (height() - 20) / 2.0), 18, QString::number(m_count), m_role,
                  theme, scaledFont(font(), 0.85, QFont::DemiBold));
}

TabHeading::TabHeading(const QStringList &titles, QWidget *parent)
    : QWidget(parent)
    , m_tabs(new QTabBar(this))
{
    for (const QString &title : titles)
        m_tabs->addTab(title);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setAccessibleName(titles.join(QStringLiteral(", ")));
    connect(m_tabs, &QTabBar::currentChanged, this, &TabHeading::currentChanged);
    makeRow(this, {2, 1, 6, 1}, -1, {m_tabs, Part::stretch()});
}

void TabHeading::setCurrent(int index)
{
    m_tabs->setCurrentIndex(index);
}

QSize TabHeading::sizeHint() const
{
    return {m_tabs->sizeHint().width() + 20, dockHeadingHeight};
}

void TabHeading::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintGround(painter, *this);
}

PanelBody::PanelBody(QWidget *content, QWidget *parent)
    : QWidget(parent)
{
    makeColumn(this, {1, 0, 1, 2}, -1, {content});
}

void PanelBody::setWhole(bool whole)
{
    m_isWhole = whole;
    layout()->setContentsMargins(1, whole ? 2 : 0, 1, 2);
    update();
}

void PanelBody::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(rect());
    const Theme &theme = themeFor(palette());
    painter.setPen(theme.border);
    painter.setBrush(theme.panel);
    if (m_isWhole)
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), dockRadius, dockRadius);
    else
        painter.drawPath(half(rect(), false));
}

DockFrame::DockFrame(const QString &name, const QString &title, QWidget *content, QWidget *parent)
    : QDockWidget(title, parent)
    , m_title(title)
    , m_go(new QAction(title, this))
    , m_content(content)
    , m_heading(new PanelHeading(title, this))
    , m_noHeading(new QWidget(this))
{
    setObjectName(name);
    auto *close = makeCross(tr("Hide this panel; the Window menu brings it back"), tr("Hide %1").arg(title), m_heading);
    close->setFocusPolicy(Qt::NoFocus);
    connect(close, &QToolButton::clicked, this, &QDockWidget::close);
    m_heading->layout()->addWidget(close);
    setTitleBarWidget(m_heading);
    m_body = new PanelBody(content, this);
    setWidget(m_body);
    m_noHeading->hide();
    QSizePolicy policy = content->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    content->setSizePolicy(policy);
    connect(m_go, &QAction::triggered, this, &DockFrame::go);
    connect(this, &QDockWidget::visibilityChanged, this, &DockFrame::settle);
    connect(this, &QDockWidget::topLevelChanged, this, &DockFrame::settle);
    connect(this, &QDockWidget::dockLocationChanged, this, &DockFrame::settle);
}

void DockFrame::setCount(int count, Role role)
{
    m_heading->setCount(count, role);
    const QString entry = toggleViewAction()->text(); // which follows the window's title by itself
    setWindowTitle(count > 0 ? tr("%1 (%2)").arg(m_title).arg(count) : m_title);
    toggleViewAction()->setText(entry);
}

void DockFrame::go()
{
    show();
    raise();
    settle();
    m_content->setFocus(Qt::ShortcutFocusReason);
    for (QWidget *widget :
         m_content->findChildren<QWidget *>()) { // an empty panel has its list hidden, with a button instead
        if (m_content->isAncestorOf(QApplication::focusWidget()))
            break;
        if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus)
            widget->setFocus(Qt::ShortcutFocusReason);
    }
}

void DockFrame::moveEvent(QMoveEvent *event)
{
    QDockWidget::moveEvent(event);
    updateContent();
}

void DockFrame::settle()
{
    updateContent();
    updateHeading();
}

/// Behind another tab a dock is not hidden but moved out of sight: Tab would go to where it is not seen, and what is in
/// it would go on drawing.
void DockFrame::updateContent()
{
    m_content->setVisible(isFloating() || (geometry().right() >= 0 && geometry().bottom() >= 0));
}

void DockFrame::updateHeading()
{
    auto *window = qobject_cast<QMainWindow *>(parentWidget());
    const bool isTab = window && !isFloating() && !window->tabifiedDockWidgets(this).isEmpty();
    QWidget *heading = isTab ? m_noHeading : m_heading;
    if (titleBarWidget() == heading)
        return;
    (isTab ? static_cast<QWidget *>(m_heading) : m_noHeading)->hide();
    setTitleBarWidget(heading);
    heading->show();
    m_body->setWhole(isTab);
}

} // namespace lockscope::ui

#include "moc_dockframe.cpp"
