// SPDX-License-Identifier: Apache-2.0
// Whose a node is: the session, from where it is connected, how alive it is, and what else it holds or waits for.
// Says "not known" of what no server reported, and which setting would change that; never guesses.
#pragma once

#include "ui/models/text.h"
#include "ui/world/liveworld.h"

#include <QElapsedTimer>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace lockscope::ui {

class FactsGrid;

class HolderCard : public QWidget
{
    Q_OBJECT
public:
    explicit HolderCard(LiveWorld *world, QWidget *parent = nullptr);

    /// The owner of \a node; a null session (a persistent node) hides the card.
    void setSession(SessionId session, const QString &node);
    /// Greyed: what was known of the owner of a node that is gone. Its other places can still be gone to.
    void setGone(bool gone);
    /// Everything once more. \a nowNs: the instant for which the window stands.
    void refresh(qint64 nowNs);

Q_SIGNALS:
    /// Go to another place of this session.
    void placeActivated(const QString &lock, const QString &node);

private:
    void updateFacts();
    void updatePlaces();
    void updateNote(qint64 nowNs);

    LiveWorld *m_world;
    SessionId m_session;
    QString m_node;
    FactsGrid *m_facts;
    QLabel *m_placesTitle;
    QBoxLayout *m_placesBox;
    QList<QPushButton *> m_links;
    QLabel *m_more;
    QLabel *m_note;
    QElapsedTimer m_sincePlaces;
    QList<SessionPlace> m_places; ///< besides the node itself
};

} // namespace lockscope::ui
