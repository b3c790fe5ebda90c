// SPDX-License-Identifier: Apache-2.0
// The Journal panel: every event as a row, filtered by text, kind and client; follows the newest; exports what is
// shown. Reads the journal only.
#pragma once

#include "core/base/ids.h"
#include "core/journal/event.h"
#include "ui/journal/journalexport.h"

#include <QHash>
#include <QSet>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedLayout;
class QTableView;
class QTimer;
class QToolButton;

namespace lockscope::ui {

class Banner;
class ElidedLabel;
class EmptyState;
class JournalFilter;
class JournalModel;
class LiveWorld;
class Selection;

class JournalPanel : public QWidget
{
    Q_OBJECT
public:
    using Format = JournalFormat;

    /// Both outlive the panel.
    JournalPanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    JournalModel *model() const { return m_model; }
    QTableView *view() const { return m_view; }
    bool followsNewest() const;
    void setFollowsNewest(bool follow);
    void setTextFilter(const QString &text);
    /// Marks the event after which things are shown, and scrolls there.
    void showCursor();
    /// What the filter lets through of what there is now, to be written.
    JournalExtract extract(Format format) const;
    /// Asks for a file and writes it.
    void exportAs(Format format);
    /// Writes it beside everything else, with progress once it takes long, and a way to cancel it.
    void exportTo(const QString &fileName, Format format);

Q_SIGNALS:
    /// Said in the panel, which may be hidden.
    void exportFailed();

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildToolbar();
    void buildView();
    void updateProbes();
    /// Of a journal that took the place of another, or is new.
    void readAll();
    void learn(const journal::Event &event);
    /// Clients that are gone and of which the journal has nothing any more.
    void forgetClients();
    void copySelection() const;
    void showMenu(const QPoint &position);
    void onSearchedOn();
    void updateFooter();
    void scrollToNewest();
    /// The last row up to an event, of all that the filter lets through; -1 if there is none.
    int proxyRowUpTo(quint64 number) const;
    quint64 numberAtProxyRow(int row) const;
    QString clientName(ClientId id) const { return m_clients.value(id).name; }
    const journal::Event *eventAtProxyRow(int row) const;

    LiveWorld *m_world;
    Selection *m_selection;
    JournalModel *m_model;
    JournalFilter *m_filter;
    QTableView *m_view;
    EmptyState *m_empty;
    QStackedLayout *m_stack;
    Banner *m_banner;
    QLineEdit *m_search;
    QTimer *m_searchDelay;
    QComboBox *m_kind;
    QComboBox *m_client;
    QToolButton *m_follow;
    ElidedLabel *m_footer;
    QHash<ClientId, JournalClient> m_clients;   ///< gone ones, too
    QList<std::pair<quint64, ClientId>> m_gone; ///< only the gone ones, by the event of their removal
    QSet<QString> m_kinds;
};

} // namespace lockscope::ui
