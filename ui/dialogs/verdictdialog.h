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
    void buildResult(QBoxLayout *column);
    void buildTable(QBoxLayout *column);
    void buildStamps(QBoxLayout *column);
    void buildNumbers(QBoxLayout *column, const QString &side, const QList<lab::Stamp> &stamps);
    void buildLeftovers(QBoxLayout *column);
    void buildButtons(QBoxLayout *column);

    lab::Verdict m_verdict;
};

/// "5 acquired, 0 timed out, 0 failed · 4 hand-overs (median 0.9 ms, slowest 2.5 ms)"
QString figuresText(const lab::RunResult &result);
/// The colour of what happened, expected or not.
Role conclusionRole(const lab::Conclusion &conclusion);
/// One line: "As expected", "1 of 4 expectations not met", "Step 3 was not carried out".
QString verdictText(const lab::Verdict &verdict);
/// Its colour: green only where nothing went wrong either.
Role verdictRole(const lab::Verdict &verdict);

} // namespace lockscope::ui
