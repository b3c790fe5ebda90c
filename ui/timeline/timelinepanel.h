// SPDX-License-Identifier: Apache-2.0
// The Timeline panel: lanes, overview, and the buttons that move through them. Fills its index from a LiveWorld.
// Never acts on a client or a server.
#pragma once

#include "ui/timeline/lanes.h"

#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QToolButton;

namespace lockscope::ui {

class LiveWorld;
class OverviewStrip;
class TimelineView;

class TimelinePanel : public QWidget
{
    Q_OBJECT
public:
    explicit TimelinePanel(LiveWorld *world, QWidget *parent = nullptr);
    ~TimelinePanel() override;

    TimelineView *view() const { return m_view; }
    const LaneIndex &index() const { return m_index; }
    /// The lock that "This lock" means.
    void setLockPath(const QString &path);
    /// Marks the client's lane, without telling anybody.
    void setCurrentClient(ClientId id);
    /// The instant that all panels show; nothing at the end of what there is.
    void setCursor(std::optional<qint64> ns);

Q_SIGNALS:
    void clientActivated(lockscope::ClientId id);

private:
    void buildBar(QLayout *layout);
    void catchUp();
    void showWhatIsShown();
    void applyLock();

    LiveWorld *m_world;
    LaneIndex m_index;
    quint64 m_indexed = 0; ///< the newest event in it
    TimelineView *m_view;
    OverviewStrip *m_strip;
    QToolButton *m_thisLock;
    QToolButton *m_follow;
    QLabel *m_hint;
    QString m_lock;
};

} // namespace lockscope::ui
