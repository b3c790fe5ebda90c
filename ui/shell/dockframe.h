// SPDX-License-Identifier: Apache-2.0
// A dock that looks like a panel of the window: a heading with the accent under it, one rounded border around all.
// Its title bar can be dragged as any dock's; never knows what it contains.
#pragma once

#include <QDockWidget>

namespace lockscope::ui {

/// The heading of a panel, above its content; also used without a dock.
class PanelHeading : public QWidget
{
    Q_OBJECT
public:
    explicit PanelHeading(const QString &title, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    /// At the right end of the heading.
    void addCorner(QWidget *widget);

protected:
    void paintEvent(QPaintEvent *) override;

private:
    QString m_title;
};

/// What stands under a heading: the lower, rounded part of the panel.
class PanelBody : public QWidget
{
    Q_OBJECT
public:
    explicit PanelBody(QWidget *content, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *) override;
};

class DockFrame : public QDockWidget
{
    Q_OBJECT
public:
    DockFrame(const QString &name, const QString &title, QWidget *content, QWidget *parent = nullptr);
};

} // namespace lockscope::ui
