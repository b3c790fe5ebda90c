// SPDX-License-Identifier: Apache-2.0
// What a run of a scenario came to: every expectation beside what was found, the step that failed, and what was left.
// Judges nothing itself: the verdict comes from core/lab.
#pragma once

#include "core/scenario/scenarioverdict.h"
#include "ui/theme/theme.h"

#include <QDialog>

class QBoxLayout;

namespace lockscope::ui {

class VerdictDialog : public QDialog
{
    Q_OBJECT
public:
    explicit VerdictDialog(const lab::Verdict &verdict, QWidget *parent = nullptr);

Q_SIGNALS:
    void runAgainRequested();
    void saveRecordingRequested();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildHead(QBoxLayout *column);
    void buildTold(QBoxLayout *column);
    void buildTable(QBoxLayout *column);
    void buildStamps(QBoxLayout *column);
    void buildLeftovers(QBoxLayout *column);
    void buildButtons(QBoxLayout *column);

    lab::Verdict m_verdict;
};

/// "5 acquired, 0 timed out, 0 failed · hand-over 0.9 ms, 2.5 ms at most in 99 of 100": from the run JSON.
QString figuresText(const lab::RunResult &result);
/// One line: "As expected", "1 of 4 expectations not met", "Step 3 was not carried out".
QString verdictText(const lab::Verdict &verdict);
/// Its colour: nothing is praised that went as expected without a lock.
Role verdictRole(const lab::Verdict &verdict);

} // namespace lockscope::ui
