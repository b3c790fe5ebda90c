// SPDX-License-Identifier: Apache-2.0
#include "ui/model/stepspanel.h"

#include "ui/model/branchcomparison.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QAction>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using explore::Step;

namespace {

constexpr int mostDigits = 9;

/// In a word or two: whose it is stands above.
QString faultText(explore::Fault fault)
{
    using explore::Fault;
    switch (fault) {
    case Fault::Crash: return StepsPanel::tr("crash");
    case Fault::Expire: return StepsPanel::tr("end its session");
    case Fault::Pause: return StepsPanel::tr("pause");
    case Fault::LoseRequest: return StepsPanel::tr("lose the request");
    case Fault::LoseReply: return StepsPanel::tr("lose the reply");
    case Fault::GiveUp: return StepsPanel::tr("give up");
    case Fault::Downgrade: return StepsPanel::tr("downgrade");
    }
    return {};
}

} // namespace

StepsPanel::StepsPanel(ModelPlay *play, QWidget *parent)
    : QWidget(parent)
    , m_play(play)
    , m_undo(new QAction(icon(IconId::StepBack), tr("&Undo step"), this))
    , m_redo(new QAction(icon(IconId::StepForward), tr("&Redo step"), this))
    , m_search(new QPushButton(this))
    , m_run(new QPushButton(tr("Run on"), this))
    , m_banner(new Banner(this))
    , m_choicesPage(new QWidget)
    , m_choices(new QVBoxLayout)
    , m_save(new QPushButton(tr("Save…"), this))
    , m_taken(new QListWidget(this))
    , m_branch(new QComboBox(this))
    , m_compare(new QPushButton(tr("Compare…"), this))
{
    setObjectName(u"steps"_s);
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo->setShortcut(QKeySequence::Redo);
    connect(m_undo, &QAction::triggered, this, [this] { m_play->goTo(m_play->taken() - 1); });
    connect(m_redo, &QAction::triggered, this, [this] { m_play->goTo(m_play->taken() + 1); });
    addActions({m_undo, m_redo});
    for (int number = 1; number <= mostDigits; ++number)
        connect(new QShortcut(QKeySequence(Qt::Key_0 + number), this), &QShortcut::activated, this,
                [this, number] { choose(number); });
    m_banner->hide();
    makeColumn(m_choicesPage, {12, 4, 12, 8}, 0, {m_choices, Part::stretch()});
    makeColumn(this, {}, 0,
               {buildTop(),
                makeColumn(nullptr, {10, 0, 10, 0}, 0, {m_banner}),
                {scrolled(m_choicesPage, tr("What can happen now"), this), 3},
                {buildTaken(), 2}});
    connect(play, &ModelPlay::moved, this, &StepsPanel::refresh);
    setIdle();
}

QWidget *StepsPanel::buildTop()
{
    auto *top = new QWidget(this);
    const auto button = [top](QAction *action) {
        auto *made = new QToolButton(top);
        made->setDefaultAction(action);
        return made;
    };
    auto *menu = new QMenu(m_run);
    fillRunMenu(menu);
    m_run->setMenu(menu);
    m_run->setToolTip(tr("Let steps happen by themselves, up to some moment"));
    m_search->setObjectName(u"findWhatBreaks"_s);
    connect(m_search, &QPushButton::clicked, this,
            [this] { m_isSearching ? Q_EMIT cancelRequested() : Q_EMIT searchRequested(); });
    m_save->setToolTip(tr("The steps of this branch as a schedule, or what happened as a recording"));
    connect(m_save, &QPushButton::clicked, this, &StepsPanel::saveRequested);
    makeColumn(top, {10, 8, 10, 6}, 6,
               {makeRow(4, {button(m_undo), button(m_redo), m_run, Part::stretch(), m_save}), m_search});
    return top;
}

void StepsPanel::fillRunMenu(QMenu *menu)
{
    using Order = ModelPlay::Order;
    using Until = ModelPlay::Until;
    const std::pair<QString, Order> orders[] = {{tr("In the order in which it was sent"), Order::AsSent},
                                                {tr("Each client in turn"), Order::Fairly},
                                                {tr("At random"), Order::Random}};
    const std::pair<QString, Until> ends[] = {{tr("until a client holds"), Until::Holds},
                                              {tr("until one is woken"), Until::Woken},
                                              {tr("until something is wrong"), Until::Wrong},
                                              {tr("until only holders could go on"), Until::Quiet}};
    for (const auto &[name, order] : orders) {
        QMenu *way = menu->addMenu(name);
        for (const auto &[text, until] : ends)
            way->addAction(text, this, [this, order = order, until = until, text = text] {
                m_banner->hide();
                if (!m_play->runOn(order, until) && m_banner->isHidden())
                    m_banner->show(Banner::Severity::Note, tr("Nothing happens any more."),
                                   tr("It was to go on %1.").arg(text));
            });
    }
}

QWidget *StepsPanel::buildTaken()
{
    auto *page = new QWidget(this);
    m_takenPage = page;
    m_taken->setObjectName(u"takenSteps"_s);
    m_taken->setAccessibleName(tr("Steps of this branch"));
    m_taken->setUniformItemSizes(true);
    m_taken->setFrameShape(QFrame::NoFrame);
    connect(m_taken, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem *) { m_play->goTo(static_cast<size_t>(m_taken->currentRow())); });
    m_branch->setObjectName(u"branches"_s);
    m_branch->setAccessibleName(tr("Branch"));
    m_branch->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_branch, &QComboBox::activated, this,
            [this](int index) { m_play->show(m_branch->itemData(index).toULongLong()); });
    auto *rename = new QPushButton(tr("Name…"), page);
    connect(rename, &QPushButton::clicked, this, &StepsPanel::renameBranch);
    m_compare->setObjectName(u"compareBranches"_s);
    m_compare->setToolTip(tr("Two branches side by side: where they part, and how each ends"));
    connect(m_compare, &QPushButton::clicked, this, [this] {
        auto *comparison = new BranchComparison(m_play, this);
        comparison->setAttribute(Qt::WA_DeleteOnClose);
        comparison->show();
    });
    makeColumn(page, {10, 6, 10, 8}, 6, {m_branch, makeRow(4, {rename, m_compare, Part::stretch()}), {m_taken, 1}});
    return page;
}

QStringList StepsPanel::choices() const
{
    QStringList texts;
    for (const Step &step : m_numbered)
        texts += m_play->play().words(step).shown();
    return texts;
}

void StepsPanel::choose(int number)
{
    if (m_isSearching || !m_isActive || number < 1 || static_cast<size_t>(number) > m_numbered.size())
        return;
    const Step step = m_numbered[static_cast<size_t>(number) - 1];
    m_play->take(step);
}

void StepsPanel::setSearching(const QString &progress)
{
    const bool isFirst = !std::exchange(m_isSearching, true);
    m_search->setText(tr("Cancel"));
    m_banner->show(Banner::Severity::Note, tr("Looking for an order that breaks it…"), progress);
    if (isFirst)
        refresh();
}

void StepsPanel::setIdle()
{
    m_isSearching = false;
    m_search->setText(tr("Find what breaks"));
    m_search->setToolTip(tr("Goes through the orders in which these clients may run, until one breaks the lock"));
    refresh();
}

void StepsPanel::setLesson(bool offersSearch)
{
    m_search->setVisible(offersSearch);
    m_save->hide();
    m_takenPage->hide();
}

void StepsPanel::setActive(bool active)
{
    m_isActive = active;
    refresh();
}

void StepsPanel::refresh()
{
    setEnabled(m_isActive);
    if (!m_isActive)
        return removeAll(m_choices);
    const size_t taken = m_play->taken();
    m_undo->setEnabled(!m_isSearching && taken > 0);
    m_redo->setEnabled(!m_isSearching && taken < m_play->branches().steps().size());
    m_run->setEnabled(!m_isSearching);
    m_taken->setEnabled(!m_isSearching);
    updateChoices();
    updateTaken();
    updateBranches();
    if (m_isSearching)
        return;
    if (const auto wrong = m_play->play().wrong())
        m_banner->show(Banner::Severity::Error, wrong->kind, shortNodeName(wrong->text.shown()));
    else
        m_banner->hide();
}

// ---- what can happen ----

void StepsPanel::updateChoices()
{
    removeAll(m_choices);
    m_numbered.clear();
    if (m_isSearching)
        return;
    const std::vector<Step> possible = m_play->play().possible();
    for (quint32 client = 0; client < m_play->play().clientCount(); ++client)
        addClient(client, possible);
    bool hasOthers = false; // of no client: time, and what servers do by themselves
    for (const Step &step : possible) {
        if (step.subject() < m_play->play().clientCount())
            continue;
        if (!std::exchange(hasOthers, true))
            m_choices->addWidget(makeLabel(tr("Besides"), Tone::Heading, m_choicesPage));
        addChoice(step);
    }
    if (possible.empty())
        m_choices->addWidget(
            makeLabel(tr("Nothing happens by itself any more. Take a step back, or choose what goes wrong."),
                      Tone::Muted, m_choicesPage, Wraps));
}

void StepsPanel::addClient(quint32 client, const std::vector<Step> &possible)
{
    const std::vector<ModelPlay::Trouble> troubles = m_play->troubles(client);
    const bool isThere = !troubles.empty() || std::any_of(possible.begin(), possible.end(), [client](const Step &step) {
        return step.subject() == client;
    });
    auto *name =
        makeLabel(isThere ? m_play->play().name(client) : tr("%1: nothing more").arg(m_play->play().name(client)),
                  isThere ? Tone::Heading : Tone::Muted, m_choicesPage);
    name->setContentsMargins(0, 6, 0, 2);
    m_choices->addWidget(name);
    for (const Step &step : possible) {
        if (step.subject() == client)
            addChoice(step);
    }
    if (troubles.empty())
        return;
    QStringList links; // of one text, which wraps
    for (const ModelPlay::Trouble &trouble : troubles)
        links +=
            u"<a href=\"%1\">%2</a>"_s.arg(explore::faultName(trouble.fault), faultText(trouble.fault).toHtmlEscaped());
    auto *wrong = makeLabel({}, Tone::Muted, m_choicesPage, Wraps);
    wrong->setObjectName(u"troubles-%1"_s.arg(client));
    wrong->setTextFormat(Qt::RichText);
    wrong->setText(tr("Or: %1").arg(links.join(u" · "_s)));
    wrong->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    wrong->setContentsMargins(0, 2, 0, 2);
    connect(wrong, &QLabel::linkActivated, this, [this, troubles](const QString &link) {
        for (const ModelPlay::Trouble &trouble : troubles) {
            if (explore::faultName(trouble.fault) == link)
                return m_play->take(trouble.step);
        }
    });
    m_choices->addWidget(wrong);
}

void StepsPanel::addChoice(const Step &step)
{
    m_numbered.push_back(step);
    const auto number = static_cast<int>(m_numbered.size());
    const QString words = m_play->play().words(step).shown();
    auto *button =
        new QPushButton(number <= mostDigits ? u"%1  %2"_s.arg(number).arg(words) : u"    "_s + words, m_choicesPage);
    button->setObjectName(u"choice-%1"_s.arg(number));
    setButtonKind(button, ButtonKind::Link);
    connect(button, &QPushButton::clicked, this, [this, number] { choose(number); });
    m_choices->addWidget(button, 0, Qt::AlignLeft);
}

// ---- what has happened ----

void StepsPanel::updateTaken()
{
    const QSignalBlocker silent(m_taken);
    const auto &words = m_play->words();
    QStringList rows{tr("The beginning")};
    for (size_t i = 0; i < words.size(); ++i)
        rows += u"%1  %2"_s.arg(i + 1).arg(words[i].shown());
    for (qsizetype row = 0; row < rows.size(); ++row) {
        if (row >= m_taken->count())
            m_taken->addItem(rows[row]);
        else if (m_taken->item(static_cast<int>(row))->text() != rows[row])
            m_taken->item(static_cast<int>(row))->setText(rows[row]);
    }
    while (m_taken->count() > rows.size())
        delete m_taken->takeItem(m_taken->count() - 1);
    m_taken->setCurrentRow(static_cast<int>(m_play->taken()));
    m_taken->scrollToItem(m_taken->currentItem());
}

void StepsPanel::updateBranches()
{
    const QSignalBlocker silent(m_branch);
    m_branch->clear();
    int number = 0;
    for (const explore::Branches::Branch &branch : m_play->branches().branches()) {
        m_branch->addItem(
            tr("%1 · %n steps", nullptr, static_cast<int>(branch.steps)).arg(branchName(branch, ++number)),
            static_cast<qulonglong>(branch.end));
        if (branch.isShown)
            m_branch->setCurrentIndex(m_branch->count() - 1);
    }
    m_branch->setEnabled(!m_isSearching && m_branch->count() > 1);
    m_compare->setEnabled(m_branch->isEnabled());
}

void StepsPanel::renameBranch()
{
    const size_t branch = m_branch->currentData().toULongLong();
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Branch"));
    dialog->setLabelText(tr("Name of this branch:"));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, branch](const QString &name) { m_play->rename(branch, name.trimmed()); });
    dialog->open();
}

} // namespace lockscope::ui

#include "moc_stepspanel.cpp"
