// SPDX-License-Identifier: Apache-2.0
// A lesson: pages with something to do, each of which is over when the World says that it is done. Values only; the
// words that the reader sees are beside it, one file for each language. Read by core/lessons/lessonfiles.h, carried out
// by core/lessons/lessonplay.h or by the window.
#pragma once

#include "core/explore/setup.h"
#include "core/history/world.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace lockscope::lessons {

/// One thing that a lesson, or its solution, lets happen.
struct Deed
{
    enum class What : quint8 {
        Run,        ///< all that comes by itself, in the order in which it was sent, until nothing does
        RunToHold,  ///< the same, until one more client holds
        RunToWake,  ///< the same, until an event has reached a client
        Next,       ///< the oldest step of this client
        Step,       ///< one step of a schedule: the model's only
        Fault,      ///< what goes wrong, with this client
        Release,    ///< a client that holds gives back
        Acquire,    ///< a client asks: the sandbox's only
        KillLeader, ///< the leader of the sandbox's servers dies
    };
    What what = What::Run;
    quint32 client = 0;
    explore::Step step = {};
    explore::Fault fault = explore::Fault::Crash;

    bool operator==(const Deed &) const = default;
};

/// "run", "run to-hold", "run to-wake", "next 1", "release 0", "acquire 2", "kill-leader", a fault's name and a client
/// ("lose-reply 1"), or a step's word as in schedules ("arrive 0 3"). An error whose sentence names \a word.
Result<Deed> deedNamed(const QString &word);

/// In a sandbox, else in a model.
bool isPossibleIn(bool sandbox, const Deed &deed);

/// What must be so; all that is set.
struct Condition
{
    std::optional<QStringList> holding = {}; ///< exactly these clients believe to hold
    std::optional<int> holders = {};         ///< so many do
    std::optional<QStringList> waiting = {}; ///< these wait in the queue, perhaps others too
    std::optional<QStringList> gone = {};    ///< these have crashed, or their session is over
    std::optional<QStringList> paused = {};  ///< these stand still
    std::optional<int> nodes = {};           ///< so many contenders' nodes are there
    std::optional<int> nodesAtLeast = {};
    std::optional<int> woken = {};  ///< so many events have reached clients since the page began
    std::optional<bool> quiet = {}; ///< nothing is under way any more: the model's only
    QString wrong = {};             ///< this is proved to be wrong; "any": something is. The model's only
    std::optional<int> serversDown = {};
};

/// What a condition is held against.
struct Seen
{
    const journal::World *world = nullptr;
    quint64 wokenBefore = 0; ///< eventsReceived() when the page began
    QString wrong = {};      ///< what is proved to be wrong
    bool quiet = false;
};

bool isMet(const Condition &condition, const Seen &seen);
/// How many events have reached clients.
quint64 eventsReceived(const journal::World &world);

/// What is to be foretold, before it happens.
struct Question
{
    enum class About : quint8 {
        Woken,  ///< how many are woken
        Holder, ///< who holds afterwards: a name, or "nobody"
        Nodes,  ///< how many contenders' nodes there are afterwards
    };
    About about = About::Woken;
    QStringList answers;
    std::vector<Deed> then; ///< what happens when an answer was chosen
};

/// The answer that the World gives. \a wokenBefore: eventsReceived() when the answer was chosen.
QString trueAnswer(Question::About about, const journal::World &world, quint64 wokenBefore);

/// Servers of one's own, and clients on one lock there.
struct Sandbox
{
    int servers = 1;
    lab::SpawnRequest clients;
};

struct Page
{
    std::optional<explore::Setup> model; ///< begins here; where no page since has begun another, it goes on
    std::optional<Sandbox> sandbox;
    std::vector<Deed> begin; ///< before the reader comes to it
    std::optional<Condition> done;
    std::optional<Condition> refused; ///< the reader went astray: says so, and how to go back
    std::optional<Question> question;
    std::vector<Deed> solution;
    std::vector<Deed> wrong; ///< does not do, and is known not to
    QString show;            ///< a view or a dock that shows most of it
    bool search = false;     ///< the reader may let the program look for what breaks

    bool isTask() const { return done || question; }
    bool beginsPlace() const { return model || sandbox; }
};

struct Lesson
{
    QString id;
    std::vector<Page> pages;

    /// The page whose model or sandbox the page shows.
    size_t placeOf(size_t page) const;
    /// All that happens there from its beginning until the reader comes to the page, where each page before is done by
    /// its solution.
    std::vector<Deed> deedsUpTo(size_t page) const;
};

/// Of one page, as Markdown.
struct PageText
{
    QString heading;
    QString text;
    QString task;
    QStringList hints;
    QString done;    ///< what is said then
    QString refused; ///< what is said where the reader went astray or answered wrong
};

struct LessonText
{
    QString title;
    QString about;
    std::vector<PageText> pages;
};

} // namespace lockscope::lessons
