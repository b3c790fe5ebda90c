// SPDX-License-Identifier: Apache-2.0
#include "core/trial/witness.h"

#include "core/explore/play.h"
#include "core/locks/recipecatalog.h"

#include <map>
#include <set>

namespace lockscope::trial {

using namespace Qt::StringLiterals;
using journal::Fault;
using What = model::Choice::What;

namespace {

/// As a client of the trial says it.
QString askedAs(Operation operation)
{
    return operation == Operation::List ? u"get_children"_s : operationName(operation);
}

/// What the play is about to do, as turns.
class Reading
{
public:
    Reading(const explore::Play &play, QString lock)
        : m_play(play)
        , m_lock(std::move(lock))
    {
    }

    void read(const explore::Step &step)
    {
        switch (step.what) {
        case explore::Step::What::Choice: readChoice(step.choice); break;
        case explore::Step::What::Crash:
            m_silent.insert(step.client);
            fault(step.client, Fault::Crash);
            break;
        case explore::Step::What::Pause:
            m_silent.insert(step.client);
            fault(step.client, Fault::Pause);
            break;
        case explore::Step::What::Resume:
            m_silent.erase(step.client);
            fault(step.client, Fault::Resume);
            break;
        case explore::Step::What::Release: break; // it comes by itself, as its delete
        case explore::Step::What::GiveUp:
        case explore::Step::What::Downgrade: impossible = m_play.words(step); break;
        }
    }

    std::vector<Turn> turns;
    std::optional<Text> impossible; ///< to make another program do it

private:
    void readChoice(const model::Choice &choice)
    {
        const quint32 client = choice.subject;
        switch (choice.what) {
        case What::Arrive:
            if (const auto message = asked(client); !message.operation.isEmpty()) {
                m_answers[{client, choice.detail}] = message;
                turns.push_back({message, {}});
            }
            break;
        case What::Answer:
            if (auto answer = m_answers.extract({client, choice.detail})) {
                answer.mapped().atReply = true;
                turns.push_back({answer.mapped(), {}});
            }
            break;
        case What::Deliver: turns.push_back({counted(client, u"event"_s, true), {}}); break;
        case What::Break: readBreak(client); break;
        case What::Expire:
            if (!m_silent.contains(client)) // else the servers end it by themselves
                fault(client, Fault::Expire);
            break;
        case What::Reconnect:
        case What::Timer:
        case What::CatchUp:
        case What::Reap:
        case What::Pass: break;
        }
    }

    /// The oldest of its answers is lost, else its request.
    void readBreak(quint32 client)
    {
        const auto answer = m_answers.lower_bound({client, 0});
        if (answer != m_answers.end() && answer->first.first == client) {
            Moment message = answer->second;
            message.atReply = true;
            turns.push_back({message, lab::FaultRequest{Fault::LoseReply, {}}});
        } else if (const auto message = asked(client); !message.operation.isEmpty()) {
            turns.push_back({message, lab::FaultRequest{Fault::LoseRequest, {}}});
        }
        std::erase_if(m_answers, [client](const auto &one) { return one.first.first == client; });
    }

    void fault(quint32 client, Fault fault) { turns.push_back({Moment{nameOf(client)}, lab::FaultRequest{fault, {}}}); }

    Moment asked(quint32 client)
    {
        const model::Request *request = m_play.ensemble().arriving(client);
        if (!request || request->closesSession)
            return {};
        const QString operation = lockOperation(askedAs(request->operation), request->path, request->watch, m_lock);
        return operation.isEmpty() ? Moment() : counted(client, operation, false);
    }
    Moment counted(quint32 client, const QString &operation, bool atReply)
    {
        return {nameOf(client), operation, ++m_counts[{client, operation}], atReply};
    }
    static QString nameOf(quint32 client) { return u"client-%1"_s.arg(client); }

    const explore::Play &m_play;
    QString m_lock;
    std::map<std::pair<quint32, qint64>, Moment> m_answers; ///< by client and request: not heard of yet
    std::map<std::pair<quint32, QString>, int> m_counts;
    std::set<quint32> m_silent; ///< crashed, or standing still
};

} // namespace

Result<TrialSpec> trialOf(const explore::Schedule &schedule)
{
    explore::Play play(schedule.setup);
    const lab::SpawnRequest &clients = schedule.setup.clients;
    Reading reading(play, clients.lock);
    const auto carried =
        explore::carryOut(schedule, play, [&](const explore::Step &step, const Text &) { reading.read(step); });
    if (!carried)
        return tl::unexpected(carried.error());
    if (reading.impossible)
        return failure(ErrorCode::InvalidInput, u"schedule"_s, {},
                       Text::en("Another program cannot be made to do this: %1.").arg(*reading.impossible));
    TrialSpec spec;
    spec.recipe = locks::recipeInfo(clients.recipe).soundForm;
    spec.leases = clients.leases;
    spec.clients = clients.count;
    spec.rounds = clients.rounds;
    spec.order = std::move(reading.turns);
    return spec;
}

} // namespace lockscope::trial
