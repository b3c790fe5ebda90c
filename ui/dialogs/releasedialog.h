// SPDX-License-Identifier: Apache-2.0
// Shows what forcing a release will do, from a fresh plan, and tells truthfully what came of it.
// Never deletes anything itself, and never lets a plan be carried out that is not the one on screen.
#pragma once

#include "core/observe/release.h"

#include <QDialog>

#include <functional>

class QLabel;
class QPushButton;
class QTimer;
class QVBoxLayout;

namespace lockscope::ui {

class Banner;

class ReleaseDialog : public QDialog
{
    Q_OBJECT
public:
    /// The simulated client of this program that has a session; empty if it is none of ours.
    using OwnName = std::function<QString(SessionId)>;

    ReleaseDialog(const observe::ReleasePlan &plan, OwnName ownName, QWidget *parent = nullptr);

    const observe::ReleasePlan &plan() const { return m_plan; }
    /// The answer to carryOutRequested().
    void setOutcome(const observe::ReleaseOutcome &outcome);

    Banner *banner() const { return m_banner; }
    QPushButton *deleteButton() const { return m_delete; }
    QPushButton *cancelButton() const { return m_cancel; }
    /// All that is said about the plan, line by line; for screen readers and the clipboard.
    QString summary() const;

Q_SIGNALS:
    void carryOutRequested(const lockscope::observe::ReleasePlan &plan);

protected:
    void showEvent(QShowEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void reject() override;

private:
    void showPlan();
    void fitHeight();
    QWidget *facts();
    QWidget *warning(const QString &text);
    QWidget *whatFollows();
    QString nameOf(const locks::Contender &contender) const;
    QString ageText() const;
    void finish(const QString &closeText);

    observe::ReleasePlan m_plan;
    OwnName m_ownName;
    QLabel *m_title;
    QWidget *m_body = nullptr;
    QVBoxLayout *m_bodySlot;
    QLabel *m_age = nullptr;
    Banner *m_banner;
    QPushButton *m_cancel;
    QPushButton *m_delete;
    bool m_waiting = false; ///< for the outcome: not to be closed
};

} // namespace lockscope::ui
