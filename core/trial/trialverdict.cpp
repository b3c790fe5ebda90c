// SPDX-License-Identifier: Apache-2.0
#include "core/trial/trialverdict.h"

#include <QJsonArray>

#include <algorithm>
#include <iterator>

namespace lockscope::trial {

using namespace Qt::StringLiterals;
using journal::Rule;

namespace {

constexpr size_t pictureSize = 10;
constexpr quint64 pictureReach = 20'000; ///< events back at most

lab::SpawnRequest asRequest(const TrialSpec &spec)
{
    lab::SpawnRequest request;
    request.count = spec.clients;
    request.rounds = spec.rounds;
    request.recipe = spec.recipe;
    request.lock = spec.lock;
    request.leases = spec.leases;
    for (const TrialFault &fault : spec.faults) { // that they may come back
        if (const auto *ofClient = std::get_if<lab::FaultRequest>(&fault.deed))
            request.faults += lab::RandomFault{ofClient->fault, 0, ofClient->duration};
    }
    return request;
}

bool isOverlap(Rule rule)
{
    return rule == Rule::MutualExclusion || rule == Rule::Permits || rule == Rule::BeliefOverlap;
}

/// Of the events that prove it, the one with which it was wrong: of an overlap the grant that was one too many.
quint64 wrongEvent(const journal::Violation &violation)
{
    if (violation.events.isEmpty())
        return 0;
    const qsizetype grants = std::min(violation.clients.size(), violation.events.size());
    return isOverlap(violation.rule) ? violation.events.at(grants - 1) : *std::ranges::max_element(violation.events);
}

/// The name of the event's fault; empty where it is none, or the end of one.
QString faultOf(const journal::Event &event)
{
    if (const auto *commanded = std::get_if<journal::ServerCommanded>(&event.what))
        return commanded->command == ServerCommand::Resume ? QString() : serverCommandName(commanded->command);
    const auto *fault = std::get_if<journal::ClientFault>(&event.what);
    const bool isEnd = !fault || fault->fault == journal::Fault::Resume || fault->fault == journal::Fault::Heal;
    return isEnd ? QString() : journal::faultName(fault->fault);
}

} // namespace

TrialVerdict::TrialVerdict(const TrialSpec &spec)
    : m_spec(spec)
    , m_report(asRequest(spec))
{
}

QString TrialVerdict::nameOf(ClientId id) const
{
    return m_names.value(id);
}

void TrialVerdict::add(const journal::EventBatch &batch)
{
    m_journal.append(batch);
    for (const journal::Event &event : batch) {
        if (const auto *spawned = std::get_if<journal::ClientSpawned>(&event.what); spawned && spawned->foreign)
            m_names.insert(spawned->id, spawned->name);
        const ClientId client = journal::clientOf(event.what);
        if (client.isNull() || m_names.contains(client))
            m_report.add(event);
    }
}

void TrialVerdict::judge(const TrialEnd &end)
{
    m_end = end;
    if (end.why == TrialEnd::Why::Stalled || end.why == TrialEnd::Why::Done)
        m_report.settle();
    m_result = m_report.result();
    findFirstWrong();
}

void TrialVerdict::findFirstWrong()
{
    const journal::Violation *first = nullptr;
    for (const journal::Violation &violation : std::as_const(m_result.check.violations)) {
        const quint64 number = wrongEvent(violation);
        const bool counts = violation.rule != Rule::BeliefOverlap && number >= m_journal.firstNumber()
                            && number <= m_journal.lastNumber();
        if (counts && (!first || number < wrongEvent(*first)))
            first = &violation;
    }
    if (!first)
        return;
    m_firstWrong = FirstWrong{*first, m_journal.event(wrongEvent(*first)), faultBefore(*first), pictureOf(*first)};
}

quint64 TrialVerdict::reachOf(quint64 number) const
{
    return std::max(m_journal.firstNumber(), number > pictureReach ? number - pictureReach : 1);
}

bool TrialVerdict::tookPart(const journal::Violation &violation, const journal::Event &event) const
{
    const QString client = nameOf(journal::clientOf(event.what));
    const QString path = journal::pathOf(event.what);
    return (!client.isEmpty() && violation.clients.contains(client))
           || (!path.isEmpty() && violation.nodes.contains(path));
}

/// Its witnesses, and what last became of its nodes. Of a node that was waited for though it was gone, its delete,
/// too: the reply that shows it may have passed after the watch was set.
std::set<quint64> TrialVerdict::proofsOf(const journal::Violation &violation) const
{
    const quint64 wrong = wrongEvent(violation);
    const quint64 first = reachOf(wrong);
    const quint64 last = std::min(m_journal.lastNumber(), wrong + pictureReach);
    std::set<quint64> proofs;
    for (const quint64 number : violation.events) {
        if (number >= first && number <= last)
            proofs.insert(number);
    }
    QStringList nodes = violation.nodes;
    QStringList deletes = violation.rule == Rule::LostWakeup ? nodes : QStringList();
    QStringList ends = deletes;
    for (quint64 number = wrong; number >= first; --number) {
        const journal::Payload &what = m_journal.event(number).what;
        if (const auto *node = std::get_if<journal::ServerNode>(&what); node && nodes.removeAll(node->path) > 0) {
            proofs.insert(number);
            if (node->life == journal::ServerNode::Life::Gone)
                ends.removeAll(node->path);
        }
        const auto *asked = std::get_if<journal::ClientRequest>(&what);
        if (asked && asked->operation == "delete"_L1 && deletes.removeAll(asked->path) > 0)
            proofs.insert(number);
    }
    for (quint64 number = wrong + 1; number <= last && !ends.isEmpty(); ++number) {
        const auto *node = std::get_if<journal::ServerNode>(&m_journal.event(number).what);
        if (node && node->life == journal::ServerNode::Life::Gone && ends.removeAll(node->path) > 0)
            proofs.insert(number);
    }
    return proofs;
}

journal::EventBatch TrialVerdict::pictureOf(const journal::Violation &violation) const
{
    const quint64 wrong = wrongEvent(violation);
    const std::set<quint64> proofs = proofsOf(violation);
    std::set<quint64> shown{wrong};
    const auto show = [&shown](quint64 number) {
        if (shown.size() < pictureSize)
            shown.insert(number);
    };
    const auto after = proofs.upper_bound(wrong);
    std::for_each(std::reverse_iterator(after), proofs.rend(), show);
    std::for_each(after, proofs.end(), show);
    for (quint64 number = wrong; number >= reachOf(wrong) && shown.size() < pictureSize; --number) {
        if (tookPart(violation, m_journal.event(number)))
            show(number);
    }
    journal::EventBatch picture;
    for (const quint64 number : shown)
        picture.append(m_journal.event(number));
    return picture;
}

std::optional<journal::Event> TrialVerdict::faultBefore(const journal::Violation &violation) const
{
    const quint64 wrong = wrongEvent(violation);
    std::optional<journal::Event> othersFault;
    for (quint64 number = wrong - 1; number >= reachOf(wrong); --number) {
        const journal::Event &event = m_journal.event(number);
        const ClientId whose = journal::clientOf(event.what); // none where a server's
        const bool isOurs = whose.isNull() || m_names.contains(whose);
        if (faultOf(event).isEmpty() || !isOurs)
            continue;
        if (tookPart(violation, event))
            return event;
        if (!othersFault)
            othersFault = event;
    }
    return othersFault;
}

QList<Text> TrialVerdict::troubles() const
{
    QList<Text> troubles;
    qsizetype grants = 0;
    for (const TrialEnd::Process &process : m_end.processes) {
        grants += process.grants;
        if (!process.problem.isEmpty())
            troubles += process.problem;
        if (!process.connected && process.problem.isEmpty())
            troubles += Text::en("%1 never connected to the address in LOCKSCOPE_CONNECT: of what it does elsewhere "
                                 "nothing is known.")
                            .arg(process.client);
        if (process.unknownLines > 0)
            troubles += Text::counted("%1 said %n lines that are no words of the protocol, the first “%2”.",
                                      process.unknownLines)
                            .arg(process.client, process.firstUnknown);
    }
    if (grants == 0)
        troubles += Text::en("No client acquired the lock: nothing was checked.");
    if (!m_end.otherWay.isEmpty())
        troubles += m_end.otherWay;
    const qsizetype asked = qsizetype(m_spec.rounds) * m_spec.clients;
    if (m_end.why == TrialEnd::Why::Stalled)
        troubles += (asked > 0 && grants >= asked
                         ? Text::en("Nothing moved for %1 s: all rounds were done, and not all processes had ended.")
                         : Text::en("Nothing moved for %1 s, though not all had done their rounds."))
                        .arg(m_spec.stall.count() / 1000);
    if (m_end.why != TrialEnd::Why::Stalled && asked > grants)
        troubles += Text::en("%1 of %2 rounds were done.").arg(grants, asked);
    return troubles;
}

bool TrialVerdict::isPassed() const
{
    if (!m_result.check.isClean() || m_end.why == TrialEnd::Why::Stalled || m_end.why == TrialEnd::Why::Stopped)
        return false;
    qsizetype grants = 0;
    for (const TrialEnd::Process &process : m_end.processes)
        grants += process.grants;
    // Under faults some attempts end in vain, which is no client's mistake.
    const bool isShort = !m_spec.hasFaults() && grants < qsizetype(m_spec.rounds) * m_spec.clients;
    const bool neverRan =
        std::ranges::all_of(m_end.processes, [](const TrialEnd::Process &process) { return !process.connected; });
    return grants > 0 && !isShort && !neverRan && (m_spec.hasFaults() || !m_end.hasProblems());
}

QString TrialVerdict::wrongness() const
{
    if (m_firstWrong)
        return journal::ruleName(m_firstWrong->violation.rule);
    return m_end.why == TrialEnd::Why::Stalled ? whyName(m_end.why) : QString();
}

QJsonObject TrialVerdict::firstWrongJson() const
{
    const FirstWrong &wrong = *m_firstWrong;
    const auto asJson = [this](const journal::Event &event) {
        const ClientId client = journal::clientOf(event.what);
        return QJsonObject{{u"event"_s, static_cast<qint64>(event.number)},
                           {u"client"_s, nameOf(client)},
                           {u"text"_s, journal::describe(event.what, nameOf(client)).english()}};
    };
    QJsonArray picture;
    for (const journal::Event &event : wrong.picture)
        picture.append(asJson(event));
    QJsonValue fault;
    if (wrong.faultBefore) {
        QJsonObject json = asJson(*wrong.faultBefore);
        json[u"fault"_s] = faultOf(*wrong.faultBefore);
        fault = json;
    }
    return {{u"rule"_s, journal::ruleName(wrong.violation.rule)},
            {u"text"_s, wrong.violation.text.english()},
            {u"event"_s, static_cast<qint64>(wrong.event.number)},
            {u"fault_before"_s, fault},
            {u"picture"_s, picture}};
}

QJsonObject TrialVerdict::toJson() const
{
    QJsonObject json = lab::toJson(m_result);
    json.remove(u"dialect"_s); // what they write is theirs
    json[u"command"_s] = QJsonArray::fromStringList(m_spec.command);
    json[u"lock"_s] = m_spec.lock;
    json[u"seed"_s] = static_cast<qint64>(m_spec.seed);
    json[u"ended"_s] = whyName(m_end.why);
    if (!m_spec.order.empty())
        json[u"order"_s] = QJsonObject{
            {u"turns"_s, static_cast<qint64>(m_spec.order.size())},
            {u"kept"_s, m_end.turnsKept},
            {u"other_way"_s, m_end.otherWay.isEmpty() ? QJsonValue() : QJsonValue(m_end.otherWay.english())}};
    json[u"first_wrong"_s] = m_firstWrong ? QJsonValue(firstWrongJson()) : QJsonValue();
    // Whether a fencing token would have shown it: the later grant's must be the greater one.
    QJsonArray overlaps;
    const QJsonArray believed = json[u"belief_overlaps"_s].toArray();
    for (const QJsonValue value : believed) {
        QJsonObject overlap = value.toObject();
        const QJsonArray events = overlap[u"events"_s].toArray();
        const auto tokenAt = [&](qsizetype index) {
            const auto number = static_cast<quint64>(events.at(index).toInteger());
            const bool isThere = number >= m_journal.firstNumber() && number <= m_journal.lastNumber();
            const auto *state =
                isThere ? std::get_if<journal::ClientLockState>(&m_journal.event(number).what) : nullptr;
            return state ? state->token : Zxid();
        };
        const qsizetype last = std::min<qsizetype>(overlap[u"clients"_s].toArray().size(), events.size()) - 1;
        if (last > 0) {
            const Zxid before = tokenAt(0);
            const Zxid after = tokenAt(last);
            overlap[u"fenced"_s] = before.isNull() || after.isNull() ? QJsonValue() : QJsonValue(before < after);
        }
        overlaps.append(overlap);
    }
    json[u"belief_overlaps"_s] = overlaps;
    QJsonArray processes;
    for (const TrialEnd::Process &process : m_end.processes)
        processes.append(QJsonObject{{u"client"_s, process.client},
                                     {u"acquired"_s, process.grants},
                                     {u"running"_s, process.running},
                                     {u"connected"_s, process.connected},
                                     {u"problem"_s, process.problem.english()},
                                     {u"unknown_lines"_s, process.unknownLines}});
    json[u"processes"_s] = processes;
    return json;
}

} // namespace lockscope::trial
