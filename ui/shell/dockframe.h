// SPDX-License-Identifier: Apache-2.0
// A dock that looks like a panel of the window: a heading with the accent under it, one rounded border around all.
// Its title bar can be dragged as any dock's; never knows what it contains.
#pragma once

#include "ui/theme/theme.h"

#include <QDockWidget>

class QTabBar;

namespace lockscope::ui {

/// The heading of a panel, above its content; also used without a dock.
class PanelHeading : public QWidget
{
    Q_OBJECT
public:
    explicit PanelHeading(const QString &title, QWidget *parent = nullptr);

    /// A number behind the title, for what the panel has; in the role's colour.
    void setCount(int count, Role role);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    QString m_title;
    int m_count = 0;
    Role m_role = Role::Neutral;
};

/// The same with a tab for each of several contents.
class TabHeading : public QWidget
{
    Q_OBJECT
public:
    explicit TabHeading(const QStringList &titles, QWidget *parent = nullptr);

    void setCurrent(int index);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {90, sizeHint().height()}; }

Q_SIGNALS:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent *) override;

private:
    QTabBar *m_tabs;
};

/// What stands under a heading: the lower, rounded part of the panel.
class PanelBody : public QWidget
{
    Q_OBJECT
public:
    explicit PanelBody(QWidget *content, QWidget *parent = nullptr);

    /// Without a heading above it: rounded on all sides.
    void setWhole(bool whole);

protected:
    void paintEvent(QPaintEvent *) override;

private:
    bool m_isWhole = false;
};

class DockFrame : public QDockWidget
{
    Q_OBJECT
public:
    DockFrame(const QString &name, const QString &title, QWidget *content, QWidget *parent = nullptr);

    /// Behind the title, in the heading and where the dock is one of several tabs.
    void setCount(int count, Role role);
    /// Brings it to the front, with the keyboard in it. Going to a panel never hides it: toggleViewAction() does.
    QAction *goAction() const { return m_go; }
    /// Where it stands has changed, or whether it does. What restores a layout says so of each, when all have a place.
    void settle();

protected:
    void moveEvent(QMoveEvent *event) override;

private:
    void go();
    void updateContent();
    /// Among tabs the tab is the heading; a second one below it would say the same.
    void updateHeading();

    QString m_title;
    QAction *m_go;
    QWidget *m_content; ///< shown while it can be seen
    PanelHeading *m_heading;
    QWidget *m_noHeading;
    PanelBody *m_body;
};

} // namespace lockscope::ui
