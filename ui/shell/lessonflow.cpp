// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/lessonflow.h"

#include "core/base/text.h"
#include "core/lessons/lessonfiles.h"
#include "core/lessons/lessonplay.h"
#include "ui/lessons/lessonlist.h"
#include "ui/model/modelplay.h"
#include "ui/model/stepspanel.h"
#include "ui/queue/queuepanel.h"
#include "ui/settings/settings.h"
#include "ui/shell/modelflow.h"
#include "ui/shell/modelpage.h"
#include "ui/shell/sessioncontroller.h"
#include "ui/shell/spawnflow.h"
#include "ui/shell/workspace.h"

#include <QGuiApplication>
#include <QScopeGuard>
#include <QScopedValueRollback>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using lessons::Deed;

namespace {

/// One of the sandbox's clients, by its number; null where it is not there.
const journal::Client *clientOf(const lessons::Sandbox &sandbox, quint32 number, const journal::World &world)
{
    return world.clientNamed(sandbox.clients.namePrefix + QString::number(number));
}

} // namespace

LessonFlow::LessonFlow(const Flows &flows, Settings *settings, QWidget *window)
    : QObject(window)
    , m_flows(flows)
    , m_settings(settings)
    , m_window(window)
    , m_panel(new LessonPanel(window))
{
    m_panel->hide();
    connect(m_panel, &LessonPanel::answered, this, &LessonFlow::answer);
    connect(m_panel, &LessonPanel::solutionWanted, this, [this] {
        if (!place().sandbox) // which goes on
            again();
        carryOut(here().solution);
    });
    connect(m_panel, &LessonPanel::againWanted, this, &LessonFlow::again);
    connect(m_panel, &LessonPanel::backWanted, this, [this] { goTo(m_page - 1); });
    connect(m_panel, &LessonPanel::nextWanted, this, &LessonFlow::next);
    connect(m_panel, &LessonPanel::closeWanted, this, &LessonFlow::close);
    connect(m_flows.models, &ModelFlow::changed, this, [this] {
        if (isOpen() && place().model && !m_isOpening && !m_flows.models->page()) // the reader closed it
            close();
    });
    connect(m_flows.world, &LiveWorld::changed, this, [this] {
        if (isOpen() && place().sandbox && !m_awaitsSandbox)
            askInTurn();
    });
}

void LessonFlow::choose()
{
    QList<LessonList::Entry> entries;
    for (const QString &id : lessons::shippedLessons()) {
        if (const auto text = lessons::loadLessonText(id, shownLanguage()))
            entries +=
                {id, text->title, text->about, static_cast<int>(text->pages.size()), m_settings->lessonReached(id)};
    }
    auto *dialog = new LessonList(entries, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LessonList::chosen, this, &LessonFlow::open);
    dialog->open();
}

void LessonFlow::open(const QString &idOrFile)
{
    const auto lesson = lessons::loadLesson(idOrFile);
    const auto text = lesson ? lessons::loadLessonText(idOrFile, shownLanguage()) : tl::unexpected(lesson.error());
    if (!text) {
        Q_EMIT bannerWanted(Banner::Severity::Error, tr("The lesson could not be opened"),
                            text.error().sentence().shown());
        return;
    }
    m_lesson = *lesson;
    m_text = *text;
    const auto reached = static_cast<size_t>(std::max(0, m_settings->lessonReached(m_lesson.id)));
    m_page = reached < m_lesson.pages.size() ? reached : 0;
    m_panel->show();
    enter(false);
    Q_EMIT changed();
}

void LessonFlow::close()
{
    if (!isOpen())
        return;
    const bool ofModel = place().model.has_value();
    m_lesson = {};
    m_awaitsSandbox = false;
    m_panel->setBelow(nullptr);
    m_panel->hide();
    if (ofModel)
        m_flows.models->close();
    Q_EMIT changed();
}

void LessonFlow::goTo(size_t page)
{
    m_page = page;
    if (place().sandbox) // what its servers have been through cannot be done once more
        m_page = m_lesson.placeOf(page);
    enter(false);
}

ModelPlay *LessonFlow::play() const
{
    return place().model && m_flows.models->page() ? m_flows.models->page()->play() : nullptr;
}

const journal::World &LessonFlow::world() const
{
    return play() ? play()->world()->world() : m_flows.world->world();
}

/// \a goesOn: the reader comes from the page before, whose place stays as it is unless this page has its own.
void LessonFlow::enter(bool goesOn)
{
    m_panel->setPage(m_text.title, static_cast<int>(m_page) + 1, static_cast<int>(m_lesson.pages.size()), here(),
                     m_text.pages[m_page]);
    m_panel->setBelow(nullptr);
    const bool isOwn = here().beginsPlace() || !goesOn;
    if (place().sandbox) {
        if (isOwn) {
            m_panel->setState(LessonPanel::State::Waiting);
            m_awaitsSandbox = true;
            m_toAsk = 0;
            Q_EMIT sandboxWanted(place().sandbox->servers);
            return;
        }
        Q_EMIT viewWanted(here().show);
    } else if (place().model) {
        if (isOwn || !play())
            openModel();
        else
            m_start.assign(play()->branches().steps().begin(),
                           play()->branches().steps().begin() + static_cast<std::ptrdiff_t>(play()->taken()));
        if (!play())
            return;
        ModelPage *page = m_flows.models->page();
        dress(*page);
        page->steps()->setActive(!here().question);
        m_panel->setBelow(here().question ? nullptr : page->steps());
        tellFindings();
    }
    m_wokenBefore = lessons::eventsReceived(world());
    look();
}

void LessonFlow::dress(ModelPage &page) const
{
    page.setLesson(here().show.isEmpty() ? place().show : here().show, here().search);
}

/// What is wrong may be what a question asks for: it is shown once there is an answer.
void LessonFlow::tellFindings()
{
    const bool isOpenQuestion = here().question && m_panel->state() == LessonPanel::State::Open;
    if (ModelPage *page = m_flows.models->page())
        page->workspace()->queue()->setShowsFindings(!isOpenQuestion);
}

void LessonFlow::openModel()
{
    QGuiApplication::setOverrideCursor(Qt::WaitCursor); // a thousand clients take a second or two
    const auto back = qScopeGuard([] { QGuiApplication::restoreOverrideCursor(); });
    const QScopedValueRollback opening(m_isOpening, true);
    explore::Play ahead(*place().model);
    const auto steps = lessons::carryOut(m_lesson.deedsUpTo(m_page), ahead);
    if (!steps) {
        m_panel->setProblem(steps.error().sentence().shown());
        return;
    }
    m_start = *steps;
    m_flows.models->open(*place().model, [this](ModelPage &page) {
        dress(page);                    // the window would grow for what is then not shown
        page.steps()->setActive(false); // until all of it is there
    });
    play()->take(m_start);
    connect(play(), &ModelPlay::moved, this, &LessonFlow::look);
}

void LessonFlow::onReady()
{
    if (!std::exchange(m_awaitsSandbox, false) || !isOpen())
        return;
    lab::SpawnRequest clients = place().sandbox->clients;
    clients.acquireAtOnce = false;
    m_toAsk = clients.count;
    m_flows.spawning->spawn(clients);
    Q_EMIT viewWanted(here().show);
}

/// The sandbox's clients queue in the order of their numbers, which the text counts on: each asks once the one before
/// has its node. Then the page begins.
void LessonFlow::askInTurn()
{
    if (m_toAsk == 0)
        return look();
    const lessons::Sandbox &sandbox = *place().sandbox;
    const auto next = static_cast<quint32>(sandbox.clients.count - m_toAsk);
    const journal::Client *before = next > 0 ? clientOf(sandbox, next - 1, world()) : nullptr;
    const journal::Client *asking = clientOf(sandbox, next, world());
    if (!asking || asking->connection != ConnectionState::Connected
        || (next > 0 && (!before || before->node.isEmpty())))
        return;
    if (asking->state == locks::LockState::Free)
        m_flows.controller->command({asking->spec.id}, lab::ClientCommand::Acquire);
    if (--m_toAsk > 0)
        return;
    m_panel->setState(here().isTask() ? LessonPanel::State::Open : LessonPanel::State::Done);
    m_wokenBefore = lessons::eventsReceived(world());
    look();
}

/// Whether the page is done, or the reader went astray.
void LessonFlow::look()
{
    if (!isOpen() || !here().done || m_panel->state() == LessonPanel::State::Done)
        return;
    lessons::Seen seen{&world(), m_wokenBefore};
    if (ModelPlay *model = play()) {
        const auto wrong = model->play().wrong();
        seen.wrong = wrong ? wrong->kind : QString();
        seen.quiet = model->play().isQuiet();
    }
    if (lessons::isMet(*here().done, seen))
        setDone();
    else
        m_panel->setState(here().refused && lessons::isMet(*here().refused, seen) ? LessonPanel::State::Astray
                                                                                  : LessonPanel::State::Open);
}

void LessonFlow::setDone(const QString &truth)
{
    m_panel->setState(LessonPanel::State::Done, truth);
    const int reached = static_cast<int>(m_page) + 1;
    if (reached > m_settings->lessonReached(m_lesson.id))
        m_settings->setLessonReached(m_lesson.id, reached);
}

void LessonFlow::answer(const QString &answer)
{
    const lessons::Question &question = *here().question;
    const quint64 wokenBefore = lessons::eventsReceived(world());
    if (!carryOut(question.then))
        return;
    const QString truth = lessons::trueAnswer(question.about, world(), wokenBefore);
    if (answer == truth)
        setDone(truth);
    else
        m_panel->setState(LessonPanel::State::Astray, truth);
    tellFindings();
}

void LessonFlow::again()
{
    if (place().sandbox)
        return goTo(m_page);
    if (!play())
        return;
    m_panel->setState(LessonPanel::State::Open);
    play()->takeAll(m_start, {});
    tellFindings();
    look();
}

void LessonFlow::next()
{
    if (!here().isTask())
        setDone();
    if (m_page + 1 == m_lesson.pages.size()) {
        close();
        return choose();
    }
    ++m_page;
    enter(true);
}

bool LessonFlow::carryOut(const std::vector<Deed> &deeds)
{
    if (place().sandbox) {
        for (const Deed &deed : deeds)
            carryOutInSandbox(deed);
        return true;
    }
    if (!play())
        return false;
    const auto steps = lessons::carryOut(deeds, *play()->ahead());
    if (!steps) {
        m_panel->setProblem(steps.error().sentence().shown());
        return false;
    }
    play()->take(*steps);
    return true;
}

void LessonFlow::carryOutInSandbox(const Deed &deed)
{
    QList<ClientId> client;
    if (const journal::Client *known = clientOf(*place().sandbox, deed.client, world()))
        client = {known->spec.id};
    switch (deed.what) {
    case Deed::What::Release: m_flows.controller->command(client, lab::ClientCommand::Release); break;
    case Deed::What::Acquire: m_flows.controller->command(client, lab::ClientCommand::Acquire); break;
    case Deed::What::Fault: m_flows.controller->fault(client, {journal::Fault::Crash}); break;
    case Deed::What::KillLeader: {
        const QList<servers::SandboxServer> servers = m_flows.controller->sandbox().servers;
        for (const journal::ServerReport &report : world().servers()) {
            for (qsizetype i = 0; report.role == "leader"_L1 && i < servers.size(); ++i) {
                if (servers[i].clientAddress == report.address)
                    m_flows.controller->commandServer(static_cast<int>(i), ServerCommand::Kill);
            }
        }
        break;
    }
    case Deed::What::Run: // a lesson with these is refused
    case Deed::What::RunToHold:
    case Deed::What::RunToWake:
    case Deed::What::Next:
    case Deed::What::Step: break;
    }
}

} // namespace lockscope::ui

#include "moc_lessonflow.cpp"
