// SPDX-License-Identifier: Apache-2.0
#include "ui/lessons/lessonpanel.h"

#include "ui/theme/building.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int lessonWidth = 360;

QLabel *makeMarkdown(const QString &name, QWidget *parent)
{
    QLabel *label = makeLabel({}, Tone::Normal, parent, Wraps);
    label->setTextFormat(Qt::MarkdownText);
    label->setObjectName(name);
    return label;
}

/// A client's name, a number, or the word for none.
QString answerText(const QString &answer)
{
    return answer == "nobody"_L1 ? LessonPanel::tr("nobody") : answer;
}

} // namespace

LessonPanel::LessonPanel(QWidget *parent)
    : QWidget(parent)
    , m_lesson(makeLabel({}, Tone::Heading, this, Wraps))
    , m_place(makeLabel({}, Tone::Small, this))
    , m_progress(new QProgressBar(this))
    , m_heading(nullptr)
    , m_belowBox(new QWidget(this))
    , m_below(new QVBoxLayout)
    , m_back(new QPushButton(tr("Back"), this))
    , m_again(new QPushButton(tr("Start again"), this))
    , m_next(new QPushButton(this))
{
    setObjectName(u"lesson"_s);
    setFixedWidth(columnWidth(lessonWidth));
    auto *page = new QWidget(this);
    m_heading = makeLabel({}, Tone::Title, page, Wraps);
    m_body = makeMarkdown(u"lessonText"_s, page);
    m_taskBox = new QWidget(page);
    m_task = makeMarkdown(u"lessonTask"_s, m_taskBox);
    m_answers = new QWidget(m_taskBox);
    m_answerRows = makeColumn(m_answers, {}, 6, {});
    m_hints = makeMarkdown(u"lessonHints"_s, m_taskBox);
    m_hint = makeLink({}, m_taskBox);
    m_hint->setObjectName(u"lessonHint"_s);
    connect(m_hint, &QPushButton::clicked, this, &LessonPanel::showHint);
    makePanel(m_taskBox);
    makeColumn(m_taskBox, {14, 12, 14, 12}, 8,
               {makeLabel(tr("Your turn"), Tone::Heading, m_taskBox), m_task, m_answers, m_hints,
                makeRow(0, {m_hint, Part::stretch()})});
    m_outcomeBox = new QWidget(page);
    m_outcome = makeMarkdown(u"lessonOutcome"_s, m_outcomeBox);
    makePanel(m_outcomeBox);
    makeColumn(m_outcomeBox, {14, 12, 14, 12}, 0, {m_outcome});
    makeColumn(page, {16, 8, 16, 12}, 12, {m_heading, m_body, m_taskBox, m_outcomeBox, Part::stretch()});

    auto *steps = makeLabel(tr("Steps"), Tone::Heading, m_belowBox);
    steps->setContentsMargins(6, 0, 0, 0);
    makeColumn(m_belowBox, {10, 6, 10, 0}, 0, {steps, {m_below, 1}});
    m_belowBox->hide();
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(4);
    auto *close = makeCross(tr("Close the lesson"), tr("Close the lesson"), this);
    m_back->setObjectName(u"lessonBack"_s);
    m_again->setObjectName(u"lessonAgain"_s);
    m_again->setToolTip(tr("This page, as it was when you came to it"));
    m_next->setObjectName(u"lessonNext"_s);
    connect(close, &QToolButton::clicked, this, &LessonPanel::closeWanted);
    connect(m_back, &QPushButton::clicked, this, &LessonPanel::backWanted);
    connect(m_again, &QPushButton::clicked, this, &LessonPanel::againWanted);
    connect(m_next, &QPushButton::clicked, this, &LessonPanel::nextWanted);
    makeColumn(this, {}, 0,
               {makeRow(nullptr, {16, 12, 8, 4}, 8, {{m_lesson, 1}, m_place, close}),
                makeRow(nullptr, {16, 0, 16, 4}, 0, {m_progress}),
                {scrolled(page, tr("Lesson"), this), 3},
                {m_belowBox, 2},
                makeRow(nullptr, {16, 8, 16, 12}, 8, {m_back, m_again, Part::stretch(), m_next})});
}

void LessonPanel::setBelow(QWidget *below)
{
    while (QLayoutItem *item = m_below->takeAt(0)) {
        if (item->widget())
            item->widget()->hide();
        delete item;
    }
    m_belowBox->setVisible(below);
    if (!below)
        return;
    m_below->addWidget(below);
    below->show();
}

void LessonPanel::setPage(const QString &title, int number, int count, const lessons::Page &page,
                          const lessons::PageText &text)
{
    m_text = text;
    m_isTask = page.isTask();
    m_hasSolution = !page.solution.empty();
    m_isLast = number == count;
    m_hintsShown = 0;
    m_lesson->setText(title);
    m_place->setText(tr("%1 of %2").arg(number).arg(count));
    m_progress->setRange(0, count);
    m_progress->setValue(number);
    m_heading->setText(text.heading);
    m_body->setText(text.text);
    m_task->setText(text.task);
    m_taskBox->setVisible(m_isTask);
    m_back->setEnabled(number > 1);
    m_next->setText(m_isLast ? tr("Finish") : tr("Next"));
    buildAnswers(page);
    setState(m_isTask ? State::Open : State::Done);
}

void LessonPanel::buildAnswers(const lessons::Page &page)
{
    removeAll(m_answerRows);
    m_answers->setVisible(page.question.has_value());
    if (!page.question)
        return;
    for (const QString &answer : page.question->answers) {
        auto *button = new QPushButton(answerText(answer), m_answers);
        button->setObjectName(u"answer-"_s + answer);
        connect(button, &QPushButton::clicked, this, [this, answer] { Q_EMIT answered(answer); });
        m_answerRows->addWidget(button);
        button->show(); // at once, so that a change of the type's size reaches it
    }
}

void LessonPanel::showHint()
{
    if (m_hintsShown < m_text.hints.size())
        ++m_hintsShown;
    else
        Q_EMIT solutionWanted();
    refresh();
}

void LessonPanel::setState(State state, const QString &truth)
{
    m_state = state;
    QString outcome;
    if (state == State::Done)
        outcome = m_text.done;
    else if (state == State::Astray)
        outcome = m_text.refused;
    if (!truth.isEmpty()) // the World's word first
        outcome = u"**%1**\n\n%2"_s.arg(answerText(truth), outcome);
    m_outcome->setText(outcome);
    refresh();
}

void LessonPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        setFixedWidth(columnWidth(lessonWidth));
    QWidget::changeEvent(event);
}

void LessonPanel::setProblem(const QString &sentence)
{
    m_outcome->setText(sentence);
    m_outcomeBox->show();
}

QString LessonPanel::outcome() const
{
    return m_outcome->text();
}

void LessonPanel::refresh()
{
    const bool isOpen = m_state == State::Open;
    m_hints->setText(m_text.hints.mid(0, m_hintsShown).join("\n\n"_L1));
    m_hints->setVisible(m_hintsShown > 0);
    const bool hasMore = m_hintsShown < m_text.hints.size();
    m_hint->setText(hasMore ? m_hintsShown == 0 ? tr("A hint") : tr("Another hint") : tr("Show me"));
    m_hint->setVisible(isOpen && (hasMore || m_hasSolution));
    for (QPushButton *answer : m_answers->findChildren<QPushButton *>())
        answer->setEnabled(isOpen);
    m_outcomeBox->setVisible(!m_outcome->text().isEmpty());
    m_again->setVisible(m_isTask && m_state != State::Waiting);
    m_again->setText(m_state == State::Astray ? tr("Try again") : tr("Start again"));
    m_next->setEnabled(m_state == State::Done);
    setButtonKind(m_next, m_state == State::Done ? ButtonKind::Primary : ButtonKind::Secondary);
    setButtonKind(m_again, m_state == State::Astray ? ButtonKind::Primary : ButtonKind::Secondary);
    if (m_state != State::Done && m_state != State::Astray)
        return;
    auto *scroll = findChild<QScrollArea *>(); // what came of it is below what was to do
    QMetaObject::invokeMethod(
        scroll, [scroll, box = m_outcomeBox] { scroll->ensureWidgetVisible(box); }, Qt::QueuedConnection);
}

} // namespace lockscope::ui

#include "moc_lessonpanel.cpp"
