// SPDX-License-Identifier: Apache-2.0
// One line while a scenario runs, and after it: which, at which step, and what came of it.
// Says what it is told; starts and stops nothing itself.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

class Pill;

class ScenarioStrip : public QWidget
{
    Q_OBJECT
public:
    explicit ScenarioStrip(QWidget *parent = nullptr);

    void showRunning(const QString &title, int steps);
    /// \a index from 0.
    void showStep(int index, const QString &text);
    /// All steps are done or one failed: the clients are being closed and looked after.
    void showResult(bool good, const QString &verdict);
    QString text() const;

Q_SIGNALS:
    void stopClicked();
    void resultClicked();

private:
    QLabel *m_title;
    QLabel *m_step;
    QProgressBar *m_progress;
    Pill *m_verdict;
    QPushButton *m_stop;
    QPushButton *m_result;
    QPushButton *m_dismiss;
    int m_steps = 0;
};

} // namespace lockscope::ui
