// SPDX-License-Identifier: Apache-2.0
// Compares locks on several kinds of servers, with progress, bars that grow while it measures, and its page to be
// saved. What is open in the window is left alone: the servers are private to the comparison.
#pragma once

#include "core/engine/engine.h"

#include <QDialog>
#include <QFutureWatcher>
#include <QPointer>
#include <QTemporaryDir>

#include <array>
#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTabWidget;
class QTextBrowser;

namespace lockscope::ui {

class Banner;
class CompareChart;

class CompareDialog : public QDialog
{
    Q_OBJECT
public:
    explicit CompareDialog(Engine &engine, QWidget *parent = nullptr);
    /// A comparison that runs then ends soon.
    ~CompareDialog() override;

    /// What is asked for; nothing is measured where problem() says why not.
    compare::ComparisonSpec spec() const;
    QString problem() const;
    bool isRunning() const { return m_isRunning; }
    const std::optional<compare::Comparison> &found() const { return m_found; }
    /// What a comparison came to, its figures as tables. The banner says what could not be measured.
    void showFound(const compare::Comparison &found);
    /// The page, and the recordings in a directory beside it. The banner says why not.
    bool savePage(const QString &file);

    void reject() override;

private:
    void start();
    void cancel();
    void finish();
    void showProgress(const Text &what, int done, int total);
    void lookForServers();
    void updateButtons();

    QPointer<Engine> m_engine;
    QTemporaryDir m_scratch;
    QList<std::pair<locks::Backend, QCheckBox *>> m_backends; ///< kinds whose servers are missing are off
    QLabel *m_missing;
    QLineEdit *m_clients;
    QSpinBox *m_rounds;
    QSpinBox *m_turns;
    Banner *m_banner;
    QLabel *m_what;
    QProgressBar *m_progress;
    std::array<CompareChart *, 3> m_charts;
    QTextBrowser *m_tables;
    QTabWidget *m_tabs;
    QPushButton *m_start;
    QPushButton *m_save;
    QFutureWatcher<Result<compare::Comparison>> m_running;
    bool m_isRunning = false; ///< until its end is shown
    std::optional<compare::Comparison> m_found;
};

} // namespace lockscope::ui
