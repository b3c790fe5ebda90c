// SPDX-License-Identifier: Apache-2.0
// What is there before anything is connected: a sandbox, a connection, or one that was used before.
// Shows progress and what went wrong in place; never starts anything itself.
#pragma once

#include "core/profiles/profile.h"
#include "ui/settings/settings.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

class Banner;

class StartPage : public QWidget
{
    Q_OBJECT
public:
    explicit StartPage(QWidget *parent = nullptr);

    void setRecent(const QList<RecentConnection> &connections);
    /// Above them; each opens with a click.
    void setProfiles(const QList<profiles::Profile> &profiles);
    /// Something is being opened: the cards wait, Cancel is there.
    void setBusy(const QString &sentence);
    void setIdle();
    /// Stays until the next attempt. \a action: what its link says; empty for none.
    void showError(const QString &title, const QString &text, const QString &action = {});
    Banner *banner() const { return m_banner; }

Q_SIGNALS:
    void sandboxRequested(int servers);
    void connectRequested();
    void recordingRequested();
    void scenarioRequested();
    void profileRequested(const QString &id);
    void recentRequested(const lockscope::ui::RecentConnection &connection);
    void recentForgotten(const lockscope::ui::RecentConnection &connection);
    void cancelRequested();
    void errorActionTriggered();

private:
    QWidget *sandboxCard();
    QWidget *connectCard();
    QWidget *filesRow();
    QWidget *profileRow(const profiles::Profile &profile);
    QWidget *recentRow(const RecentConnection &connection);
    void setCardsEnabled(bool enabled);

    Banner *m_banner;
    QWidget *m_cards;
    QWidget *m_busy;
    QLabel *m_progressText;
    QWidget *m_files;
    QWidget *m_profiles;
    QBoxLayout *m_profileRows;
    QWidget *m_recent;
    QBoxLayout *m_recentRows;
};

} // namespace lockscope::ui
