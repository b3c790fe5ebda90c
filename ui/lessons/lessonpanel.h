// SPDX-License-Identifier: Apache-2.0
// One page of a lesson, in a column beside what it is about: what to read, what to do, hints, and what came of it.
// Shows what it is given and says what was clicked; never knows whether a task is done.
#pragma once

#include "core/lessons/lesson.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

class LessonPanel : public QWidget
{
    Q_OBJECT
public:
    explicit LessonPanel(QWidget *parent = nullptr);

    enum class State {
        Open,    ///< there is something to do
        Astray,  ///< what was done leads nowhere, or the answer was wrong
        Done,    ///< it is done, or there is nothing to do
        Waiting, ///< the page's model or servers are being made
    };
    /// Its first hint is not shown yet, and no answer chosen.
    void setPage(const QString &title, int number, int count, const lessons::Page &page, const lessons::PageText &text);
    /// \a truth: the answer that the World gave, where it was asked for one.
    void setState(State state, const QString &truth = {});
    /// Below the text, under a heading of its own: the steps of a model. Null: nothing. Stays whose it is.
    void setBelow(QWidget *below);
    State state() const { return m_state; }
    /// Something kept the page from being shown: a sentence.
    void setProblem(const QString &sentence);
    /// What it says below the task, as Markdown: what was done, or why not.
    QString outcome() const;
    int hintsShown() const { return m_hintsShown; }

Q_SIGNALS:
    void answered(const QString &answer);
    void solutionWanted();
    void againWanted();
    void backWanted();
    /// From the last page: the lesson is over.
    void nextWanted();
    void closeWanted();

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildAnswers(const lessons::Page &page);
    void showHint();
    void refresh();

    lessons::PageText m_text;
    bool m_isTask = false;
    bool m_hasSolution = false;
    bool m_isLast = false;
    State m_state = State::Open;
    int m_hintsShown = 0;
    QLabel *m_lesson;
    QLabel *m_place;
    QProgressBar *m_progress;
    QLabel *m_heading;
    QLabel *m_body;
    QWidget *m_taskBox;
    QLabel *m_task;
    QWidget *m_answers;
    QBoxLayout *m_answerRows;
    QLabel *m_hints;
    QPushButton *m_hint;
    QWidget *m_outcomeBox;
    QLabel *m_outcome;
    QWidget *m_belowBox;
    QBoxLayout *m_below;
    QPushButton *m_back;
    QPushButton *m_again;
    QPushButton *m_next;
};

} // namespace lockscope::ui
