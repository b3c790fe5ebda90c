// SPDX-License-Identifier: Apache-2.0
// What is there before anything is connected: a sandbox, a connection, or one that was used before.
// Shows progress and what went wrong in place; never starts anything itself.
#pragma once

#include "core/profiles/profile.h"
#include "ui/shell/sessioncontroller.h"
#include "ui/theme/widgets.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QMenu;

namespace lockscope::ui {

class StartPage : public QWidget
{
    Q_OBJECT
public:
    explicit StartPage(QWidget *parent = nullptr);

    void setRecent(const QList<profiles::Profile> &connections);
    /// Above them; each opens with a click.
    void setProfiles(const QList<profiles::Profile> &profiles);
    /// Something is being opened: the cards wait, Cancel is there.
    void setBusy(const QString &sentence);
    void setIdle();
    void showBanner(Banner::Severity severity, const QString &title, const QString &text);
    /// Stays until the next attempt. \a action: what its link says; empty for none.
    void showError(const QString &title, const QString &text, const QString &action = {});
    Banner *banner() const { return m_banner; }
    /// Behind a button of the page; filled by the menus.
    QMenu *scenarioMenu() const { return m_scenarioMenu; }

Q_SIGNALS:
    void sandboxRequested(int servers);
    /// A private one, or one of the user's.
    void backendRequested(const lockscope::BackendSpec &spec);
    void backendAddressRequested(lockscope::locks::Backend backend);
    void connectRequested();
    void learnRequested();
    void modelRequested();
    void recordingRequested();
    void profileRequested(const QString &id);
    void recentRequested(const lockscope::profiles::Profile &connection);
    void recentForgotten(const lockscope::profiles::Profile &connection);
    void cancelRequested();
    void errorActionTriggered();

private:
    QWidget *sandboxCard();
    QWidget *connectCard();
    QWidget *backendCard();
    QWidget *filesRow();
    QWidget *profileRow(const profiles::Profile &profile);
    QWidget *recentRow(const profiles::Profile &connection);
    void setCardsEnabled(bool enabled);

    Banner *m_banner;
    QWidget *m_cards;
    QWidget *m_busy;
    QLabel *m_progressText;
    QMenu *m_scenarioMenu = nullptr;
    QWidget *m_files;
    QWidget *m_profiles;
    QBoxLayout *m_profileRows;
    QWidget *m_recent;
    QBoxLayout *m_recentRows;
};

} // namespace lockscope::ui
