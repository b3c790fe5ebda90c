// SPDX-License-Identifier: Apache-2.0
// The Findings panel: what is wrong with any lock, with its evidence and what to do; where nothing is, what was
// checked. Never acts on a server: "Show me" only says what is to be selected.
#pragma once

#include <QListView>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QWidget>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace lockscope::locks {
struct Knowledge;
}

namespace lockscope::ui {

/// The list of the Findings panel and the delegate that paints a finding as a card of wrapped text.
/// Paints what the model's roles say; never asks the world.
class FindingsDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// Where "Show me" stands in the card.
    QRect linkRect(const QStyleOptionViewItem &option, const QModelIndex &index) const;
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;

Q_SIGNALS:
    void showClicked(const QModelIndex &index);
};

class FindingsView : public QListView
{
    Q_OBJECT
public:
    explicit FindingsView(QWidget *parent = nullptr);

    void setStale(bool stale);

Q_SIGNALS:
    /// "Show me", a double click, or Enter.
    void showRequested(const QModelIndex &index);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    FindingsDelegate *m_delegate;
    bool m_stale = false;
};

class EmptyState;
class FindingsModel;
class LiveWorld;
class Selection;

class FindingsPanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    FindingsPanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    FindingsModel *model() const { return m_model; }
    FindingsView *view() const { return m_view; }
    /// All that is shown, as text.
    QString allText() const;

Q_SIGNALS:
    void showRequested(const QString &lock, const QStringList &nodes);
    /// Of all locks: for the heading. 0 of the gravest kind means none.
    void countsChanged(int errors, int warnings, int notes);

private:
    void updateAll();
    void updateEmptyState();
    QString nothingFound(const locks::Knowledge &knowledge) const;
    void showRow(const QModelIndex &index);
    void showContextMenu(const QPoint &position);

    LiveWorld *m_world;
    Selection *m_selection;
    FindingsModel *m_model;
    FindingsView *m_view;
    EmptyState *m_empty;
    QStackedWidget *m_pages;
    QToolButton *m_onlyThisLock;
    QToolButton *m_copy;
    QLabel *m_footer;
    QTimer m_coalesce;
};

} // namespace lockscope::ui
