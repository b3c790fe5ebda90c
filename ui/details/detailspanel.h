// SPDX-License-Identifier: Apache-2.0
// The Details panel: one node with its Stat, its data and its ACL, and whose it is; when it goes, that it is gone.
// Never takes another node for it. Never reads a server itself: it says what it wants and is given it; an answer for
// another node is ignored.
#pragma once

#include "core/base/error.h"
#include "core/engine/engine.h"
#include "ui/details/shownnode.h"
#include "ui/world/liveworld.h"

#include <QUrl>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTabBar;

namespace lockscope::ui {

class Banner;
class DataView;
class ElidedLabel;
class EmptyState;
class FactsGrid;
class HolderCard;
class Pill;
class Selection;

class DetailsPanel : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive the panel.
    DetailsPanel(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    QString nodePath() const { return m_node.path(); }
    void setDetails(const Result<NodeDetails> &details);
    /// Of the connection's profile: a template of core/locks/ownerfacts.h; empty for none.
    void setOwnerLink(const QString &linkTemplate);
    /// Another instant is shown: what was read at this one is asked for again.
    void showCursor();

Q_SIGNALS:
    /// Read this node and give the answer to setDetails().
    void nodeDetailsWanted(const QString &path);

protected:
    void showEvent(QShowEvent *event) override;

private:
    /// Another node, or none; or the one that stands now where the shown one has gone. Asks for its details; what comes
    /// for the old one is ignored from now on.
    void setNode(const QString &path);
    void begin(const QString &path);
    void onChanged(const journal::Changes &changes);
    void ask();
    void updateAll();
    void updateFacts();
    void updateOwner();
    void readAgain();
    void updateTitle();
    void updateRole();
    void updateProblem();
    void updateData();
    QString goneText() const;
    qint64 asOfNs() const;
    const journal::Client *client() const;

    LiveWorld *m_world;
    Selection *m_selection;
    bool m_wasRewound = false;
    ShownNode m_node;
    std::optional<NodeDetails> m_details;
    std::optional<Error> m_error;
    bool m_asked = false;
    QString m_ownerLink;
    QUrl m_ownersUrl;     ///< of the node that is shown
    bool m_isOld = false; ///< something has changed while it was hidden

    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    QStackedWidget *m_all; ///< the panel, or its empty state
    EmptyState *m_empty;
    ElidedLabel *m_title;
    Pill *m_role;
    Banner *m_problem;
    HolderCard *m_holder;
    FactsGrid *m_facts;
    QLabel *m_ownerTitle;
    FactsGrid *m_owner; ///< what the data say
    QPushButton *m_link;
    FactsGrid *m_acl;
    DataView *m_data;
    QPushButton *m_release;
    QPushButton *m_again;
};

} // namespace lockscope::ui
