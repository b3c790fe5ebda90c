// SPDX-License-Identifier: Apache-2.0
#include "ui/model/branchcomparison.h"

#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableWidget>

#include <algorithm>
#include <map>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using explore::Step;

namespace {

constexpr int numberColumn = 0; // those of the sides follow
constexpr qsizetype mostNames = 10;

} // namespace

QString branchName(const explore::Branches::Branch &branch, int number)
{
    return branch.name.isEmpty() ? BranchComparison::tr("Branch %1").arg(number) : branch.name;
}

BranchComparison::BranchComparison(ModelPlay *play, QWidget *parent)
    : QDialog(parent)
    , m_play(play)
    , m_steps(new QTableWidget(0, 3, this))
{
    setObjectName(u"branchComparison"_s);
    setWindowTitle(tr("Compare branches"));
    for (const size_t number : {0, 1}) {
        Side &side = m_sides[number];
        side.branch = new QComboBox(this);
        side.branch->setObjectName(u"branch-%1"_s.arg(number));
        side.branch->setAccessibleName(tr("Branch"));
        side.branch->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        side.outcome = makeLabel({}, Tone::Normal, this, Wraps | Selectable);
        side.outcome->setObjectName(u"outcome-%1"_s.arg(number));
        side.wrong = new Banner(this);
        side.wrong->setObjectName(u"wrong-%1"_s.arg(number));
        side.wrong->hide();
        connect(side.branch, &QComboBox::activated, this, &BranchComparison::compare);
    }
    m_steps->setAccessibleName(tr("Steps of both branches"));
    dressTable(m_steps);
    m_steps->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
    m_steps->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_steps->horizontalHeader()->hide();
    m_steps->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_steps->horizontalHeader()->setSectionResizeMode(numberColumn, QHeaderView::ResizeToContents);
    connect(m_steps, &QTableWidget::cellClicked, this, &BranchComparison::goTo);
    connect(m_steps, &QTableWidget::cellActivated, this, &BranchComparison::goTo);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const auto outcomeOf = [](const Side &side) { return makeColumn(6, {side.outcome, side.wrong, Part::stretch()}); };
    makeColumn(this, {16, 16, 16, 12}, 10,
               {makeRow(12, {{m_sides[0].branch, 1}, {m_sides[1].branch, 1}}),
                {m_steps, 1},
                makeLabel(tr("At the end"), Tone::Heading, this),
                makeRow(12, {{outcomeOf(m_sides[0]), 1}, {outcomeOf(m_sides[1]), 1}}),
                buttons});
    resize(boundedByScreen(this, {820, 620}));

    const auto branches = m_play->branches().branches();
    const auto shown =
        std::find_if(branches.begin(), branches.end(), [](const auto &branch) { return branch.isShown; });
    const auto other = shown == branches.begin() ? shown + 1 : branches.begin();
    m_sides[0].end = shown->end;
    m_sides[1].end = other->end;
    connect(m_play, &ModelPlay::moved, this, &BranchComparison::listBranches);
    listBranches();
}

void BranchComparison::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_sides[0].steps.empty())
        fillSteps();
}

/// A step may have made one of the branches longer: it ends elsewhere then.
void BranchComparison::listBranches()
{
    const auto branches = m_play->branches().branches();
    for (Side &side : m_sides) {
        const QSignalBlocker silent(side.branch);
        side.branch->clear();
        const size_t end = m_play->branches().endBehind(side.end);
        int number = 0;
        for (const auto &branch : branches) {
            side.branch->addItem(branchName(branch, ++number), static_cast<qulonglong>(branch.end));
            if (branch.end == end)
                side.branch->setCurrentIndex(side.branch->count() - 1);
        }
    }
    compare();
}

void BranchComparison::compare()
{
    bool hasChanged = false;
    for (Side &side : m_sides) {
        const size_t end = side.branch->currentData().toULongLong();
        if (end == side.end && !side.steps.empty())
            continue;
        const explore::Schedule schedule = m_play->branches().schedule(end);
        side.end = end;
        side.steps = schedule.steps;
        side.course = explore::courseOf(schedule).value_or(explore::Course()); // the play has taken all of them
        hasChanged = true;
        showOutcome(side);
    }
    if (!hasChanged)
        return;
    const auto &[a, b] = m_sides;
    const auto parting = std::mismatch(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end());
    m_common = static_cast<size_t>(parting.first - a.steps.begin());
    fillSteps();
}

void BranchComparison::fillSteps()
{
    const size_t longest = std::max(m_sides[0].steps.size(), m_sides[1].steps.size());
    m_steps->clear();
    m_steps->clearSpans();
    m_steps->setRowCount(static_cast<int>(longest - m_common) + 1);
    auto *same = new QTableWidgetItem(m_common == 0 ? tr("They part at the beginning")
                                                    : tr("The same %n steps", nullptr, static_cast<int>(m_common)));
    same->setForeground(themeFor(palette()).muted);
    const QString numbers = m_common == 0 ? QString() : m_common == 1 ? u"1"_s : u"1–%1"_s.arg(m_common);
    m_steps->setItem(0, numberColumn, new QTableWidgetItem(numbers));
    m_steps->setItem(0, numberColumn + 1, same);
    m_steps->setSpan(0, numberColumn + 1, 1, 2);
    for (size_t number = m_common; number < longest; ++number) {
        const int row = static_cast<int>(number - m_common) + 1;
        m_steps->setItem(row, numberColumn, new QTableWidgetItem(QString::number(number + 1)));
        for (const size_t side : {0, 1}) {
            if (number < m_sides[side].course.steps.size())
                m_steps->setItem(row, numberColumn + 1 + static_cast<int>(side), stepItem(side, number));
        }
    }
    for (int row = 0; row < m_steps->rowCount(); ++row) {
        QTableWidgetItem *number = m_steps->item(row, numberColumn);
        number->setForeground(themeFor(palette()).muted);
        number->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        number->setFlags(Qt::NoItemFlags);
    }
}

/// One that the other branch takes too, if at another place, is quiet.
QTableWidgetItem *BranchComparison::stepItem(size_t side, size_t number) const
{
    const Side &own = m_sides[side];
    const std::vector<Step> &others = m_sides[1 - side].steps;
    auto *item = new QTableWidgetItem(own.course.steps[number].shown());
    const bool isShared =
        std::find(others.begin() + static_cast<std::ptrdiff_t>(m_common), others.end(), own.steps[number])
        != others.end();
    item->setForeground(isShared ? themeFor(palette()).muted : themeFor(palette()).text);
    item->setToolTip(isShared ? tr("The other branch takes this step too, at another place")
                              : tr("Only this branch takes this step"));
    return item;
}

void BranchComparison::showOutcome(const Side &side)
{
    std::map<QString, QStringList> names; // by what they are
    for (quint32 client = 0; client < side.course.clients.size(); ++client)
        names[side.course.clients[client].shown()] += m_play->play().name(client);
    QStringList lines;
    for (const auto &[state, clients] : names) {
        const auto more = static_cast<int>(clients.size() - mostNames);
        lines += tr("%1: %2").arg(state, clients.first(std::min(clients.size(), mostNames)).join(", "_L1))
                 + (more > 0 ? tr(" and %n more", nullptr, more) : QString());
    }
    lines += tr("%n steps", nullptr, static_cast<int>(side.steps.size()));
    lines += tr("%n wake-ups", nullptr, side.course.wakeUps);
    side.outcome->setText(lines.join(u'\n'));
    if (side.course.wrong)
        side.wrong->show(Banner::Severity::Error, side.course.wrong->kind,
                         shortNodeName(side.course.wrong->text.shown()));
    else
        side.wrong->hide();
}

void BranchComparison::goTo(int row, int column)
{
    const Side &side = m_sides[column == numberColumn + 2 ? 1 : 0];
    const size_t taken = row == 0 ? m_common : m_common + static_cast<size_t>(row);
    if (column == numberColumn || taken > side.steps.size())
        return;
    m_play->show(side.end);
    m_play->goTo(taken);
}

} // namespace lockscope::ui

#include "moc_branchcomparison.cpp"
