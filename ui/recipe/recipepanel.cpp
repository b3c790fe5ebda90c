// SPDX-License-Identifier: Apache-2.0
#include "ui/recipe/recipepanel.h"

#include "core/locks/recipecatalog.h"
#include "ui/recipe/codeview.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"
#include "ui/world/liveworld.h"

#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int stepRowHeight = 31;
constexpr qreal barTop = 20;
constexpr qreal barHeight = 6;

bool grows(locks::RecipeId recipe)
{
    return locks::releaseCost(recipe, 1000).requests > locks::releaseCost(recipe, 100).requests;
}

} // namespace

std::vector<CostTable::Row> costRows(locks::RecipeId recipe, qint64 waiting)
{
    const locks::RecipeId sound = locks::recipeInfo(recipe).soundForm;
    const locks::ReleaseCost own = locks::releaseCost(recipe, waiting);
    std::vector<CostTable::Row> rows;
    for (const locks::CostVariant &variant : locks::costVariants())
        rows.push_back({variant.label.shown(), locks::releaseCost(variant.recipe, waiting), variant.recipe == sound,
                        grows(variant.recipe)});
    if (std::any_of(rows.begin(), rows.end(), [](const CostTable::Row &row) { return row.isCurrent; }))
        return rows;
    const auto place = std::find_if(rows.begin(), rows.end(), [&](const CostTable::Row &row) {
        return row.cost.requests <= own.requests && !row.growsWithWaiters;
    });
    rows.insert(place, {locks::recipeInfo(sound).title.shown(), own, true, grows(recipe)});
    return rows;
}

QString costText(const locks::ReleaseCost &cost)
{
    const QString events = CostTable::tr("%n events", nullptr, int(cost.events));
    const QString requests = CostTable::tr("%n requests", nullptr, int(cost.requests));
    return u"%1 \u00b7 %2"_s.arg(events, requests);
}

CostTable::CostTable(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"costTable"_s);
    setAccessibleName(tr("What one release costs"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(
        tr("Watch events that one release sends, and the requests of all clients that are woken, until one holds. "
           "Read/write: a writer releases and readers wait; of Curator's, one more writer is before them."));
}

void CostTable::show(locks::RecipeId recipe, qint64 waiting)
{
    auto rows = costRows(recipe, waiting);
    if (rows == m_rows)
        return;
    m_rows = std::move(rows);
    QStringList texts;
    for (const Row &row : m_rows)
        texts += row.label + u": "_s + costText(row.cost);
    setAccessibleDescription(texts.join(u'\n'));
    updateGeometry();
    update();
}

QSize CostTable::sizeHint() const
{
    return {220, static_cast<int>(m_rows.size()) * stepRowHeight};
}

void CostTable::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    qint64 most = 1;
    for (const Row &row : m_rows)
        most = std::max(most, row.cost.requests);
    qreal top = 0;
    for (const Row &row : m_rows) {
        painter.setFont(scaledFont(font(), 0.92, row.isCurrent ? QFont::Bold : QFont::Normal));
        const QRectF line(0, top, width(), barTop - 2);
        const QString figures = costText(row.cost);
        const qreal figuresWidth = painter.fontMetrics().horizontalAdvance(figures);
        painter.setPen(row.isCurrent ? theme.text : theme.muted);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, figures);
        const QString label = (row.isCurrent ? u"\u25b8 "_s : QString()) + row.label;
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(label, Qt::ElideRight, int(width() - figuresWidth - 8)));
        const qreal length = std::max(3.0, width() * static_cast<qreal>(row.cost.requests) / static_cast<qreal>(most));
        const RoleColors &colors = theme.role(row.growsWithWaiters ? Role::Wrong : Role::Holding);
        const QRectF bar(0.75, top + barTop, length - 1.5, barHeight);
        painter.setPen(QPen(colors.fill, 1.5));
        // Filled: as many as wait pay. Outlined: always the same few.
        painter.setBrush(row.growsWithWaiters ? QBrush(colors.fill) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(bar, 2, 2);
        top += stepRowHeight;
    }
}

using Gap = RecipeReading::Gap;

namespace {

constexpr int exampleWaiters = 10; ///< where none waits

QString promisesText(const locks::Guarantees &guarantees)
{
    return QStringList{guarantees.fair ? RecipePanel::tr("fair") : RecipePanel::tr("not fair"),
                       guarantees.herdFree ? RecipePanel::tr("no herd") : RecipePanel::tr("herd"),
                       guarantees.reentrant ? RecipePanel::tr("reentrant") : RecipePanel::tr("not reentrant"),
                       guarantees.shared ? RecipePanel::tr("shared") : RecipePanel::tr("one holder")}
        .join(u" \u00b7 "_s);
}

} // namespace

RecipePanel::RecipePanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyState(this))
    , m_title(makeLabel({}, Tone::Heading, this, Wraps))
    , m_who(makeLabel({}, Tone::Small, this))
    , m_state(new Pill(this))
    , m_broken(new Banner(this))
    , m_code(new CodeView(this))
    , m_note(makeLabel({}, Tone::Small, this, Wraps | Selectable))
    , m_facts(new FactsGrid(this))
    , m_costTitle(makeLabel({}, Tone::Heading, this, Wraps))
    , m_costs(new CostTable(this))
    , m_promises(makeLabel({}, Tone::Small, this, Wraps))
    , m_scroll(scrolled(buildPage(), tr("Recipe"), this))
    , m_shownPage(buildShown())
{
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_shownPage);
    makeColumn(this, {}, 0, {m_pages});
    setFocusProxy(m_code);
    setTabOrder(m_code, m_scroll); // the proxy took its place

    m_coalesce.setSingleShot(true);
    m_coalesce.setInterval(16ms);
    connect(&m_coalesce, &QTimer::timeout, this, &RecipePanel::follow);
    connect(world, &LiveWorld::changed, this, [this] {
        if (!isVisible())
            m_isOld = true;
        else if (!m_coalesce.isActive())
            m_coalesce.start();
    });
    connect(world, &LiveWorld::cursorMoved, this, &RecipePanel::follow);
    connect(selection, &Selection::clientChanged, this, &RecipePanel::follow);
    connect(selection, &Selection::nodeChanged, this, &RecipePanel::follow);
    connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_isNew) // only now it is known where the lines are
            revealCurrent();
    });
    connect(m_code, &CodeView::chosenChanged, this, &RecipePanel::showNote);
    showReading();
}

/// Whose algorithm it is stays in view while its lines scroll.
QWidget *RecipePanel::buildShown()
{
    auto *shown = new QWidget(this);
    auto *who = makeRow(8, {m_who, m_state, Part::stretch()});
    auto *head = makeColumn(nullptr, {10, 8, 10, 4}, 6, {m_title, who});
    makeColumn(shown, {}, 0, {head, {m_scroll, 1}});
    return shown;
}

QWidget *RecipePanel::buildPage()
{
    auto *page = new QWidget(this);
    makeColumn(page, {10, 2, 10, 10}, 6,
               {m_broken, m_code, m_note, Part::gap(2), m_facts, Part::gap(6), m_costTitle, m_costs, m_promises,
                Part::stretch()});
    return page;
}

RecipeSubject RecipePanel::subject() const
{
    const bool hasClient = !m_selection->client().isNull() || m_selection->node().isEmpty();
    return hasClient ? RecipeSubject{m_selection->client(), {}, {}}
                     : RecipeSubject{{}, m_selection->lock(), m_selection->node()};
}

const RecipeReading &RecipePanel::reading()
{
    if (m_isOld)
        refresh();
    return m_reading;
}

/// Behind a tab it does nothing until it is shown.
void RecipePanel::follow()
{
    if (isVisible())
        refresh();
    else
        m_isOld = true;
}

void RecipePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isOld)
        refresh();
}

void RecipePanel::refresh()
{
    m_coalesce.stop();
    m_isOld = false;
    const RecipeSubject subject = this->subject();
    RecipeReading reading = readRecipe(m_world->world(), subject, m_watches);
    if (reading == m_reading && m_shown == subject)
        return;
    m_isNew = m_shown != subject;
    m_shown = subject;
    m_reading = std::move(reading);
    showReading();
}

void RecipePanel::showReading()
{
    if (m_reading.gap != Gap::None) {
        showEmpty();
        m_pages->setCurrentWidget(m_empty);
        return;
    }
    // Who scrolled away to read further below is not called back at each step.
    const bool follows = m_isNew || currentIsInView();
    m_pages->setCurrentWidget(m_shownPage);
    const locks::RecipeInfo &info = locks::recipeInfo(m_reading.recipe);
    m_title->setText(info.title.shown());
    m_title->setToolTip(info.summary.shown());
    m_who->setText(m_reading.who);
    m_state->setText(m_reading.state);
    m_state->setRole(m_reading.role);
    if (info.isSound())
        m_broken->hide();
    else
        m_broken->show(Banner::Severity::Error, tr("Broken on purpose"), info.failure.shown());
    m_code->setCode(locks::recipeCode(m_reading.recipe, m_reading.dialect));
    m_code->setCurrent(m_reading.line, m_reading.stands  ? CodeView::Mark::Stopped
                                       : m_reading.holds ? CodeView::Mark::Holds
                                                         : CodeView::Mark::Live);
    m_facts->setFacts(m_reading.facts);
    const bool anybody = m_reading.waiting > 0;
    m_costTitle->setText(anybody ? tr("One release, with %1 waiting").arg(m_reading.waiting)
                                 : tr("One release, if %1 waited").arg(exampleWaiters));
    m_costs->show(m_reading.recipe, anybody ? m_reading.waiting : exampleWaiters);
    m_promises->setText(info.isSound() ? promisesText(info.guarantees) : tr("promises nothing"));
    showNote();
    if (follows)
        revealCurrent();
}

void RecipePanel::showNote()
{
    const auto at = [this](int line) { return m_code->code()[static_cast<size_t>(line)]; };
    QString text;
    if (m_code->chosen()) {
        const locks::CodeLine line = at(*m_code->chosen());
        text = (line.wrong.isEmpty() ? line.why : line.wrong).shown();
        if (text.isEmpty())
            text = tr("Only this side decides here: no request.");
    } else if (m_reading.isForeign) {
        text = tr("Clients of other programs do not report their steps. This is what clients with %1 names are known "
                  "to do; of this one only its node and its watch can be seen.")
                   .arg(locks::dialectLabel(m_reading.dialect).shown());
    } else if (!m_reading.line) {
        text = tr("It asks for nothing now.");
    } else if (m_reading.stands) {
        text = tr("It stopped here.");
    } else {
        const locks::CodeLine line = at(*m_reading.line);
        if (m_reading.holds && line.grants)
            text = m_reading.onlyBelieves
                       ? tr("It believes that it holds: its node is gone, and it has not heard of that.")
                       : tr("It holds. Nothing is sent until it releases.");
        else
            text = line.why.shown();
        if (!line.wrong.isEmpty())
            text = line.wrong.shown();
    }
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

QString RecipePanel::note() const
{
    return m_note->text();
}

void RecipePanel::showEmpty()
{
    switch (m_reading.gap) {
    case Gap::None: break;
    case Gap::NothingChosen:
        m_empty->set(IconId::Workflow, tr("No client is selected"),
                     tr("Select a simulated client, or a row of the queue: its algorithm appears here, line by line."));
        break;
    case Gap::Gone:
        m_empty->set(IconId::Workflow, tr("Not there at this instant"),
                     tr("The selected client is not there yet, or not any more. Select another one."));
        break;
    case Gap::UnknownNames:
        m_empty->set(IconId::Help, tr("Not known"),
                     tr("The names in %1 are of no known family, and so it is not known which algorithm their clients "
                        "follow.")
                         .arg(m_reading.lock));
        break;
    case Gap::NoLock:
        m_empty->set(IconId::Workflow, tr("No lock"),
                     tr("%1 reads a number and writes it one higher, without taking a lock: others may do the same in "
                        "between.")
                         .arg(m_reading.who));
        break;
    case Gap::Foreign:
        m_empty->set(
            IconId::Workflow, tr("Another program"),
            tr("%1 is a client of another program and has no node in %2 now. Its requests and what it says are in "
               "the Journal.")
                .arg(m_reading.who, m_reading.lock));
        break;
    }
}

/// On the page that scrolls.
QRect RecipePanel::currentLine() const
{
    return m_code->lineRect(*m_code->current()).toAlignedRect().translated(m_code->pos());
}

bool RecipePanel::currentIsInView() const
{
    if (!m_code->current())
        return true;
    const QRect line = currentLine();
    const int top = m_scroll->verticalScrollBar()->value();
    return line.top() >= top && line.bottom() <= top + m_scroll->viewport()->height();
}

void RecipePanel::revealCurrent()
{
    if (!m_code->current() || m_scroll->verticalScrollBar()->maximum() == 0)
        return;
    const QRect line = currentLine();
    m_scroll->ensureVisible(line.center().x(), line.center().y(), 0, line.height() + 4);
}

} // namespace lockscope::ui

#include "moc_recipepanel.cpp"
