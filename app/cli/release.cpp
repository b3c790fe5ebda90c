// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/auditfile.h"
#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/base/privatefile.h"
#include "core/base/visible.h"
#include "core/observe/audit.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QTimer>

#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>

namespace lockscope::cli {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using observe::OwnerEvidence;

// ---- what is printed: a plan for people, and what came of it for people and for scripts ----

namespace {

constexpr size_t mostNamed = 10;
constexpr qsizetype longestValue = 4'000; // so many names

void line(FILE *out, const QString &name, const QString &value)
{
    std::fprintf(out, "%s  %s\n", qPrintable(name.leftJustified(13)), qPrintable(visible(value, longestValue)));
}

QString contenderText(const observe::ReleasePlan &plan, const locks::Contender &contender)
{
    QString text = contender.node.name;
    const SessionId session = contender.node.owner();
    if (session.isNull())
        return text;
    text += u" (session %1"_s.arg(session.toHex());
    if (const QString client = plan.sessions.value(session).client; !client.isEmpty())
        text += u", "_s + client;
    return text + u')';
}

QString lifeText(const observe::ReleaseTarget &target)
{
    const OwnerEvidence &owner = target.owner;
    switch (owner.life) {
    case OwnerEvidence::Life::Connected: {
        const QString heard =
            owner.facts->heardAgoMs
                ? u", heard of %1 before the servers were asked"_s.arg(durationText(*owner.facts->heardAgoMs))
                : QString();
        return u"connected from %1%2"_s.arg(owner.facts->client, heard);
    }
    case OwnerEvidence::Life::Disconnected: return u"its session is open, connected to no server"_s;
    case OwnerEvidence::Life::Over: return u"no server knows its session"_s;
    case OwnerEvidence::Life::NoSession: // whose state is not asked for
    case OwnerEvidence::Life::NotKnown: break;
    }
    return u"not known"_s;
}

QString stateText(const observe::ReleasePlan &plan, const observe::ReleaseTarget &target)
{
    const locks::LockQueue &queue = plan.lockOf(target).queue;
    const locks::ContenderState state = plan.contenderOf(target).state;
    if (state == locks::ContenderState::Pending && queue.leader && queue.leader->session.isNull())
        return u"pending: it stands first, and does not lead: %1 is not there"_s.arg(queue.leader->path);
    switch (state) {
    case locks::ContenderState::Holding:
        return target.owner.watchedChild.isEmpty()
                   ? u"holds the lock"_s
                   : u"stands first: whether it holds is not known, as it watches %1"_s.arg(target.owner.watchedChild);
    case locks::ContenderState::Waiting: return u"waits"_s;
    case locks::ContenderState::Pending: return u"pending: whether it holds is not known"_s;
    case locks::ContenderState::Member:
        return queue.mayBeLine ? u"a member: whether it holds or waits is not known"_s
                               : u"a member: not known to hold or to wait"_s;
    case locks::ContenderState::Foreign: break;
    }
    return u"no contender of a lock"_s;
}

void explainTarget(const observe::ReleasePlan &plan, const observe::ReleaseTarget &target, FILE *out)
{
    line(out, u"node"_s, target.path);
    line(out, u"state"_s, stateText(plan, target));
    line(out, u"session"_s,
         target.stat.isEphemeral() ? target.stat.owner().toHex()
         : target.stat.ephemeralOwner.isNull()
             ? u"none: the node is persistent and stays until it is deleted (or until the end of a time to live, which "
               "servers do not show)"_s
             : u"none: the server deletes a node with a time to live, and an empty container"_s);
    if (const auto until = plan.contenderOf(target).untilMs)
        line(out, u"until"_s, QDateTime::fromMSecsSinceEpoch(*until).toString(Qt::ISODateWithMs));
    if (target.stat.isEphemeral())
        line(out, u"owner"_s, lifeText(target));
    line(out, u"czxid"_s, target.stat.czxid.toHex());
    line(out, u"age"_s, durationText(target.ageMs(plan.readAtNs)));
    const bool isEmpty = target.node.access == locks::ChildNode::Data::Read && target.node.data.isEmpty();
    line(out, u"data"_s, isEmpty ? u"-"_s : dataText(target.node, 200));
}

QString nextText(const observe::ReleasePlan &plan, const observe::ReleaseLock &lock)
{
    if (const Text none = lock.whyNoneIsNext(plan.target().isRecord); !none.isEmpty())
        return none.english();
    QStringList next;
    for (size_t i = 0; i < lock.next.size() && i < mostNamed; ++i)
        next << contenderText(plan, lock.queue.contenders[static_cast<size_t>(lock.next[i])]);
    if (lock.next.size() > mostNamed)
        next << u"and %1 more"_s.arg(lock.next.size() - mostNamed);
    return next.join(u", "_s);
}

QString askText(const observe::ReleasePlan &plan)
{
    const auto listens = plan.target().owner.listens;
    return !listens   ? u"--revoke asks the holder; whether it listens is not known"_s
           : *listens ? u"--revoke asks the holder, which watches its own node"_s
                      : u"--revoke would ask the holder, but it does not watch its own node"_s;
}

void explain(const observe::ReleasePlan &plan, FILE *out)
{
    for (const observe::ReleaseTarget &target : plan.targets) {
        explainTarget(plan, target, out);
        if (!plan.isOne())
            std::fputs("\n", out);
    }
    for (const observe::ReleaseLock &lock : plan.locks) {
        if (plan.locks.size() > 1)
            line(out, u"lock"_s, lock.queue.path);
        line(out, u"then holds"_s, nextText(plan, lock));
        line(out, u"still waiting"_s, lock.areWaitersKnown() ? QString::number(lock.stillWaiting) : u"not known"_s);
    }
    if (!plan.forbidden.isEmpty())
        line(out, u"permission"_s, plan.forbidden.english());
    if (plan.canAsk())
        line(out, u"may be asked"_s, askText(plan));
    if (const QString warning = Text::sentences(plan.warning()).english(); !warning.isEmpty())
        line(out, u"warning"_s, warning);
}

QJsonObject releaseJson(const observe::ReleasePlan &plan, const observe::ReleaseRecord &record)
{
    QJsonArray nodes;
    for (const observe::ReleaseTarget &target : plan.targets) {
        const auto &facts = target.owner.facts;
        nodes.append(
            QJsonObject{{u"node"_s, target.path},
                        {u"lock"_s, plan.lockOf(target).queue.path},
                        {u"czxid"_s, target.stat.czxid.toHex()},
                        {u"session"_s, target.stat.owner().toHex()},
                        {u"held"_s, target.holds},
                        {u"client"_s, facts && !facts->client.isEmpty() ? QJsonValue(facts->client) : QJsonValue()}});
    }
    QJsonArray next;
    int stillWaiting = 0;
    bool isKnown = true;
    for (const observe::ReleaseLock &lock : plan.locks) {
        isKnown = isKnown && lock.areWaitersKnown();
        for (const int index : lock.next)
            next.append(lock.queue.contenders[static_cast<size_t>(index)].node.name);
        stillWaiting += lock.stillWaiting;
    }
    QJsonObject object = plan.isOne() ? nodes.first().toObject() : QJsonObject();
    object.insert(u"nodes"_s, nodes);
    object.insert(u"next"_s, next);
    object.insert(u"still_waiting"_s, isKnown ? QJsonValue(stillWaiting) : QJsonValue());
    object.insert(u"result"_s, record.result);
    object.insert(u"window"_s, observe::windowName(record.window));
    object.insert(u"error"_s, record.error ? QJsonValue(record.error->sentence().english()) : QJsonValue());
    return object;
}

/// What came of it where nothing went wrong, as a line.
QString sentence(const observe::ReleasePlan &plan, const observe::ReleaseRecord &record)
{
    if (record.result == "released"_L1)
        return u"%1 is gone: its holder gave it back, or its session ended."_s.arg(plan.target().path);
    if (record.result == "kept"_L1)
        return u"The holder did not answer in time: %1 is still there, and so is the word in it. Without --revoke it "
               "is deleted."_s.arg(plan.target().path);
    if (record.result == "stopped"_L1)
        return u"The holder was asked; its answer is no longer waited for. The word stays in the node."_s;
    const QString what = plan.isOne() ? plan.target().path : u"%1 nodes"_s.arg(plan.targets.size());
    return u"Deleted %1.%2"_s.arg(what,
                                  record.windowReason.isEmpty() ? QString() : u" "_s + record.windowReason.english());
}

} // namespace

// ---- the command ----

namespace {

/// One release from the command line, from the plan to its outcome.
class Release
{
public:
    /// \a observesOnly: what is not confirmed beforehand is shown, and not asked about.
    Release(Context &context, const CommandLine &line, observe::ReleasePlan plan, bool observesOnly)
        : m_context(context)
        , m_line(line)
        , m_plan(std::move(plan))
        , m_isOnlyShown(observesOnly && !line.isSet(u"yes"_s))
    {
    }

    Task<ExitCode> run()
    {
        if (const auto error = unexpected())
            co_return refuse(*error);
        if (!m_line.json() || !m_line.isSet(u"yes"_s))
            explain(m_plan, m_line.json() ? stderr : stdout);
        if (!outputTrouble().isEmpty()) // which is said at the end
            co_return refuse(Error{ErrorCode::InvalidInput,
                                   {},
                                   {},
                                   Text::verbatim(u"What is to be done could not be shown: nothing was."_s)});
        if (m_isOnlyShown || !confirm())
            co_return refuse(
                Error{ErrorCode::Cancelled, {}, {}, Text::verbatim(u"it was not confirmed: nothing was deleted"_s)});
        m_plan.mayBeOpen = m_line.isSet(u"accept-open-window"_s);
        m_plan.withoutAudit = m_line.isSet(u"no-audit"_s);
        if (m_plan.withoutAudit)
            std::fputs("There is no line of it in the audit file: --no-audit.\n", stderr);
        if (m_line.isSet(u"revoke"_s)) {
            auto asking = ask();
            co_return co_await asking;
        }
        m_context.goOnForEver();       // the outcome is printed whatever becomes of the connection
        m_context.onInterrupt([this] { // an answer within the two seconds before the end counts as well
            QTimer::singleShot(1'500ms, &m_context, [this] {
                const QString unknown = u"interrupted: whether it was carried out is not known"_s;
                observe::ReleaseOutcome outcome;
                outcome.error = Error{ErrorCode::ConnectionLoss, {}, {}, Text::verbatim(unknown)};
                QCoreApplication::exit(static_cast<int>(printOutcome(observe::ReleaseRecord::of(outcome))));
            });
        });
        auto carryingOut = m_context.engine.carryOut(m_plan, m_confirmation);
        const auto outcome = co_await carryingOut;
        if (outcome.fresh)
            explainAgain(*outcome.fresh);
        if (outcome.error && outcome.window == observe::Window::Open && !m_plan.mayBeOpen)
            std::fputs("With --accept-open-window it is done all the same.\n", stderr);
        co_return printOutcome(observe::ReleaseRecord::of(outcome), outcome.auditError);
    }

private:
    /// What was expected on the command line and is not so.
    std::optional<Error> unexpected() const
    {
        const QStringList expected = m_line.texts(u"expect-czxid"_s);
        for (qsizetype i = 0; i < expected.size(); ++i) {
            const observe::ReleaseTarget &target = m_plan.targets[static_cast<size_t>(i)];
            if (target.stat.czxid.value != static_cast<qint64>(expected[i].toULongLong(nullptr, 0)))
                return Error{ErrorCode::IdentityChanged, u"delete"_s, target.path,
                             Text::verbatim(u"its czxid is %1, not %2"_s.arg(target.stat.czxid.toHex(), expected[i]))};
        }
        if (m_line.isSet(u"revoke"_s) && !m_plan.canAsk())
            return Error{ErrorCode::InvalidInput,
                         {},
                         {},
                         Text::verbatim(u"--revoke: %1 Release it without --revoke, or leave it."_s.arg(
                             !m_plan.isOne()   ? u"several nodes cannot be asked for at once."_s
                             : !m_plan.holds() ? u"it does not hold its lock, so there is nothing to ask for."_s
                                               : u"the clients of this lock know no word for it."_s))};
        return std::nullopt;
    }

    bool confirm()
    {
        m_confirmation = m_line.text(u"confirm"_s);
        const bool typed = m_plan.production && m_confirmation.isEmpty();
        if (!typed && m_line.isSet(u"yes"_s))
            return true; // the engine compares what was given
        if (typed && m_line.isSet(u"yes"_s)) {
            std::fprintf(stderr, "This is a production ensemble: --yes is not enough, add --confirm %s\n",
                         qPrintable(visible(forShell(m_plan.confirmation()))));
            return false;
        }
        const QString wanted = typed ? m_plan.confirmation() : u"yes"_s;
        const QString what = m_line.isSet(u"revoke"_s) ? u"Ask its holder to release it?"_s
                             : m_plan.isOne()          ? u"Delete this node?"_s
                                                       : u"Delete these nodes?"_s;
        std::fflush(stdout); // the plan, before the question about it
        std::fprintf(stderr, "%s Type %s: ", qPrintable(what),
                     qPrintable(typed ? u"the lock's name, "_s + visible(wanted) : wanted));
        QFile input;
        if (!input.open(stdin, QIODevice::ReadOnly))
            return false;
        const QString answer = QString::fromUtf8(input.readLine()).trimmed();
        if (typed)
            m_confirmation = answer;
        return answer == wanted;
    }

    /// Not carried out, and why; that is in the audit file too.
    ExitCode refuse(const Error &error)
    {
        const auto record = observe::ReleaseRecord::refused(error);
        if (error.code == ErrorCode::Cancelled)
            return printOutcome(record); // it was not wanted after all
        if (!m_line.isSet(u"no-audit"_s)) {
            if (const auto audited = observe::ReleaseAudit(m_plan).writeOutcome(record); !audited)
                fail(audited.error());
        }
        return printOutcome(record);
    }

    Task<ExitCode> ask()
    {
        const auto limit = parseDuration(m_line.text(u"within"_s)); // checked before anything was done
        std::fprintf(stderr, "Asking the holder; waiting up to %s for it. Ctrl+C ends the waiting.\n",
                     qPrintable(durationText(limit->count())));
        m_context.onInterrupt([this] { m_context.engine.stopAsking(); }, Context::Ending::Long);
        const auto lost = std::make_shared<std::optional<Error>>();
        m_context.endWhenLost(
            [this, lost](const Error &error) {
                *lost = error;
                m_context.engine.stopAsking();
            },
            1s);
        auto asking = m_context.engine.askHolder(m_plan, *limit, m_confirmation);
        auto outcome = co_await asking;
        if (outcome.fresh)
            explainAgain(*outcome.fresh);
        if (*lost && !outcome.error && outcome.answer == observe::AskOutcome::Answer::Stopped)
            outcome.error = **lost;
        co_return printOutcome(observe::ReleaseRecord::of(outcome), outcome.auditError);
    }

    void explainAgain(const observe::ReleasePlan &fresh)
    {
        std::fputs("It is not as you saw it any more. It is now:\n", stderr);
        explain(fresh, stderr);
    }

    /// Prints what came of it, truthfully. \a auditError: why the audit file does not have it.
    ExitCode printOutcome(const observe::ReleaseRecord &record, const std::optional<Error> &auditError = {})
    {
        if (std::exchange(m_isPrinted, true)) // the program is ending
            return ExitCode::Failed;
        if (m_line.json())
            printJson(releaseJson(m_plan, record), true);
        bool isRecorded = writeNote(record);
        if (auditError && !(record.error && record.error->code == ErrorCode::AuditFailed)) {
            sayError(
                u"%1 The result, %2, may be missing there."_s.arg(auditError->sentence().english(), record.result));
            isRecorded = false;
        }
        if (record.error && record.error->code == ErrorCode::Cancelled) {
            std::fputs("Nothing was deleted.\n", stderr); // an answer, not a failure
            return ExitCode::Failed;
        }
        if (record.error) {
            if (record.error->code == ErrorCode::AuditFailed)
                std::fputs("With --no-audit it is done all the same.\n", stderr);
            const ExitCode code = fail(*record.error);
            return code == ExitCode::Usage ? ExitCode::Failed : code;
        }
        if (!m_line.json())
            printLine(sentence(m_plan, record));
        if (record.result != "deleted"_L1 && record.result != "released"_L1)
            return ExitCode::Failed;
        if (isRecorded && outputTrouble().isEmpty())
            return ExitCode::Ok;
        std::fputs("The release is done, but its record is not complete.\n", stderr);
        return ExitCode::Unrecorded;
    }

    bool writeNote(const observe::ReleaseRecord &record)
    {
        const QString name = m_line.text(u"note"_s);
        if (name.isEmpty())
            return true;
        const QByteArray note = observe::incidentNote(m_plan, record).english().toUtf8();
        // What is there and no file, a pipe say, is written as it is.
        const bool isStream = name == "-"_L1 || (QFileInfo::exists(name) && !QFileInfo(name).isFile());
        const QString why = isStream ? writeStream(name, note) : writePrivately(name, note);
        if (why.isEmpty())
            return true;
        std::fprintf(stderr, "lockscope-cli: --note %s: %s.\n", qPrintable(name), qPrintable(why));
        return false;
    }

    /// Empty, or why not.
    static QString writeStream(const QString &name, const QByteArray &note)
    {
        QFile stream(name);
        QString why;
        if (name != "-"_L1)
            why = openStream(stream);
        else if (!stream.open(stdout, QIODevice::WriteOnly))
            why = stream.errorString();
        if (!why.isEmpty())
            return why;
        return stream.write(note) == note.size() && stream.flush() ? QString() : stream.errorString();
    }

    Context &m_context;
    const CommandLine &m_line;
    observe::ReleasePlan m_plan;
    bool m_isOnlyShown;
    QString m_confirmation;
    bool m_isPrinted = false;
};

void addOptions(CommandLine &line)
{
    line.positional(u"NODE"_s, u"Path of the contender's node; several are released together or not at all"_s,
                    u"NODE…"_s);
    line.flag(u"yes"_s, u"Skip the question."_s);
    line.value(u"confirm"_s, u"NAME"_s, u"Path of the lock, as confirmation; required on a production ensemble."_s);
    line.flag(u"production"_s, u"Treat the ensemble as a production one."_s);
    line.flag(u"observe-only"_s, u"Show the plan only: a confirmed release is refused."_s);
    line.flag(u"revoke"_s, u"Ask the holder to release, with the word of its client library, and wait for it."_s);
    line.value(u"within"_s, u"DURATION"_s, u"Time limit of --revoke."_s, u"30s"_s);
    line.value(u"expect-czxid"_s, u"ZXID"_s,
               u"Refuse unless the node was created by this transaction; one for each NODE, in their order."_s);
    line.flag(u"accept-open-window"_s,
              u"Delete also where a node that is replaced at the last instant could not be recognised."_s);
    line.flag(u"no-audit"_s, u"Release without a line in the audit file."_s);
    line.value(u"note"_s, u"FILE|-"_s, u"Write an incident note there, in Markdown; - is standard output."_s);
}

/// What is wrong, as far as it shows before connecting.
std::optional<ExitCode> misused(const CommandLine &line)
{
    const QStringList expected = line.texts(u"expect-czxid"_s);
    for (const QString &zxid : expected) {
        bool ok = false;
        zxid.toULongLong(&ok, 0);
        if (!ok)
            return usage(u"--expect-czxid wants a zxid like 0x1f07, not \"%1\"."_s.arg(zxid));
    }
    if (!expected.isEmpty() && expected.size() != line.positionals().size())
        return usage(u"--expect-czxid is wanted once for each NODE, in their order."_s);
    QStringList nodes = line.positionals();
    for (const QString &node : std::as_const(nodes)) {
        if (const auto problem = pathProblem(node))
            return usage(u"The path \"%1\" is not valid: %2."_s.arg(node, problem->english()));
    }
    if (nodes.removeDuplicates() > 0)
        return usage(u"The same NODE was named twice."_s);
    if (line.json() && line.text(u"note"_s) == "-"_L1)
        return usage(u"--json and --note - both want standard output: give a FILE."_s);
    const QString note = line.text(u"note"_s);
    if (const Text why = note.isEmpty() ? Text() : whyNotReplaced(QFileInfo(note)); !why.isEmpty())
        return usage(u"--note %1: %2. Give another FILE."_s.arg(note, why.english()));
    if (const auto limit = parseDuration(line.text(u"within"_s)); !limit)
        return usage(limit.error().sentence().english());
    return std::nullopt;
}

} // namespace

Task<ExitCode> runRelease(Context &context, QStringList arguments)
{
    constexpr int mostNodes = 10'000;
    CommandLine line(u"release"_s,
                     u"Forces a release: shows the owner of the node and the next holder, asks for confirmation, and "
                     "deletes the node if it is still the same one."_s);
    addOptions(line);
    if (const auto ended = line.parse(arguments, 1, mostNodes))
        co_return *ended;
    if (const auto ended = misusedSession(u"release"_s, line.positionals()))
        co_return *ended;
    auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());
    if (const auto ended = misused(line))
        co_return *ended;
    spec->production = spec->production || line.isSet(u"production"_s);
    spec->observeOnly = spec->observeOnly || line.isSet(u"observe-only"_s);

    context.endWhenLost(spec->sessionTimeoutMs);
    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    auto probing = context.engine.probeServers();
    co_await probing; // what they do not report is shown as not known
    reportWarnings(context);
    auto planning = context.engine.planRelease(line.positionals(), context.world.knowledge());
    const auto plan = co_await planning;
    if (!plan) {
        const ExitCode code = fail(plan.error());
        co_return code == ExitCode::Usage ? ExitCode::Failed : code;
    }
    Release release(context, line, *plan, spec->observeOnly);
    auto running = release.run();
    co_return co_await running;
}

} // namespace lockscope::cli
