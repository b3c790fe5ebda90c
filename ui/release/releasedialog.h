// SPDX-License-Identifier: Apache-2.0
// The ladder of forcing a release: asks the holder, or deletes one node or several, and says truthfully what came of
// it. Never deletes anything itself, and never lets a plan be carried out that is not the one on screen.
#pragma once

#include "core/observe/release.h"
#include "core/observe/releaserecord.h"
#include "ui/release/releasefacts.h"

#include <QDialog>

#include <chrono>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace lockscope::ui {

class Banner;

class ReleaseDialog : public QDialog
{
    Q_OBJECT
public:
    ReleaseDialog(const observe::ReleasePlan &plan, OwnName ownName, QWidget *parent = nullptr);

    const observe::ReleasePlan &plan() const { return m_plan; }
    /// How long a holder that is asked is waited for: 30 s unless another time is chosen.
    std::chrono::milliseconds patience() const;
    void setPatience(std::chrono::milliseconds limit);
    /// The answer to carryOutRequested().
    void setOutcome(const observe::ReleaseOutcome &outcome);
    /// The answer to askRequested().
    void setAskOutcome(const observe::AskOutcome &outcome);
    /// None of the nodes is there any more, by another hand than this one: nothing is left to decide.
    void setGone();

    Banner *banner() const { return m_banner; }
    QPushButton *deleteButton() const { return m_delete; }
    QPushButton *cancelButton() const { return m_cancel; }
    QPushButton *askButton() const { return m_ask; }
    QPushButton *noteButton() const { return m_note; }
    QLineEdit *confirmation() const { return m_confirmation; }
    /// All that is said about the plan, line by line; for screen readers and the clipboard.
    QString summary() const;

Q_SIGNALS:
    /// \a confirmation: what was typed.
    void carryOutRequested(const lockscope::observe::ReleasePlan &plan, const QString &confirmation);
    void askRequested(const lockscope::observe::ReleasePlan &plan, std::chrono::milliseconds limit,
                      const QString &confirmation);
    void stopAskingRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void reject() override;

private:
    enum class Stage {
        Open,     ///< to be decided
        Deleting, ///< waits for the outcome: not to be closed
        Asking,   ///< waits for the holder: the waiting can be ended
        Over,     ///< nothing is left to do
    };

    void makeLayout();
    QLayout *rungRow();
    void showPlan();
    QString rungText() const;
    void enter(Stage stage);
    void updateButtons();
    void setRecord(const observe::ReleaseRecord &record);
    void showFresh(const std::optional<observe::ReleasePlan> &fresh);
    void startDeleting();
    void startAsking();
    void copyNote();
    void tick();

    observe::ReleasePlan m_plan;
    OwnName m_ownName;
    Stage m_stage = Stage::Open;
    std::optional<observe::ReleaseRecord> m_record; ///< what was done last
    observe::ReleasePlan m_recorded;                ///< … with this plan
    qint64 m_askedAtNs = 0;
    std::chrono::milliseconds m_waiting{0}; ///< for the holder that was asked
    QLabel *m_title;
    QWidget *m_where;
    QLabel *m_ensemble;
    ReleaseFacts *m_facts = nullptr;
    QVBoxLayout *m_factsSlot;
    QWidget *m_confirm;
    QLabel *m_confirmLabel;
    QLineEdit *m_confirmation;
    Banner *m_banner;
    QProgressBar *m_progress;
    QLabel *m_rung;
    QPushButton *m_ask;
    QComboBox *m_patience;
    QPushButton *m_note;
    QPushButton *m_cancel;
    QPushButton *m_delete;
};

} // namespace lockscope::ui
