// SPDX-License-Identifier: Apache-2.0
// Simulated clients on a model, run one step at a time, with what each step read and wrote and what caused it, and with
// the judgement of docs/checks.md at any moment. Never chooses a step, never takes one back: to go back is to play the
// steps before it once more.
#pragma once

#include "core/checks/check.h"
#include "core/explore/footprint.h"
#include "core/explore/setup.h"
#include "core/lab/lab.h"
#include "core/model/clientsessions.h"
#include "core/model/observer.h"

#include <functional>

namespace lockscope::explore {

/// What is wrong, in the words of the checks; or the client that waits although nothing is left that could serve it.
struct Wrong
{
    QString kind; ///< the rule's name, or "waits-for-ever"
    Text text;

    bool operator==(const Wrong &) const = default;
};

class Play
{
public:
    /// Of clients that hold until a step releases them. \a keeps: events() and taken() are there, with what an observer
    /// sees and each step in words.
    explicit Play(const Setup &setup, bool keeps = false);
    ~Play();
    Play(const Play &) = delete;
    Play &operator=(const Play &) = delete;

    quint32 clientCount() const { return static_cast<quint32>(m_ids.size()); }
    bool holds(quint32 client) const { return m_log.states[client] == locks::LockState::Retained; }
    const QString &name(quint32 client) const { return m_model.ensemble().name(client); }
    /// Its lock's state, or that it crashed or stands still: for people.
    Text stateText(quint32 client) const;

    /// What comes by itself, sooner or later, and is possible now. Empty: nothing happens any more, but for faults.
    const std::vector<Step> &possible();
    /// Of these the one that has been possible for longest; a release only where there is nothing else.
    std::optional<Step> oldest();
    /// The fault as a step; none where it cannot happen to that client now.
    std::optional<Step> faultStep(Fault fault, quint32 client);
    /// Any step, a fault's too.
    bool isPossible(const Step &step);
    /// What would happen, in words. The step must be possible.
    Text words(const Step &step) const;

    /// Lets it happen, which must be possible. Where a session ends that is not heard of, time passes until it may.
    void happen(const Step &step);
    /// Of the last step.
    const Footprint &footprint() const { return m_footprint; }
    /// The number of the step, from 0, without which this one could not be: its request was sent by it, its reply or
    /// event was. -1: it was there from the beginning.
    int cause(const Step &step) const;

    /// Nothing is under way: nothing more happens until a holder releases, if there is one.
    bool isQuiet();
    /// What is proved to be wrong now; where it is quiet also what is left over, and who waits for nothing.
    std::optional<Wrong> wrong();

    const model::Ensemble &ensemble() const { return m_model.ensemble(); }
    /// With the passing of time between them, which happen() lets happen by itself.
    const std::vector<Step> &taken() const { return m_taken; }
    const journal::EventBatch &events() const { return m_log.events; }

private:
    /// Judges what the clients write down.
    struct Log final : journal::EventSink
    {
        explicit Log(const model::Ensemble &ensemble)
            : clock(ensemble)
        {
        }
        void write(journal::Payload what) override;
        /// A step takes no time. In the journal it is a tenth of a second, for the views.
        qint64 clockNs() const override
        {
            return (clock.nowMs() + 100 * steps) * nsPerMs + static_cast<qint64>(number);
        }

        const model::Ensemble &clock;
        journal::Checker checker;
        journal::EventBatch events;
        bool keeps = false;
        bool isOver = false; ///< what clients say as they go with the play is dropped
        quint64 number = 0;
        qint64 steps = 0;
        int changesOfHolders = 0;
        std::vector<locks::LockState> states = {}; ///< by client
        std::vector<locks::Mode> modes = {};
    };
    /// Which steps caused what a session has under way.
    struct Causes
    {
        std::vector<int> requests; ///< by number, from 1: sent by
        std::vector<int> replies;  ///< by number of the request: carried out by
        std::vector<int> events;   ///< by number, from 1: fired by
    };

    const std::vector<model::Offer> &offers();
    const model::Offer *offered(model::Choice::What what, quint32 client);
    bool isThere(quint32 client); ///< its process, and its session as far as it knows
    void carryOut(const Step &step);
    void noteRead(const model::Choice &choice);
    void noteRequest(const model::Request &request);
    void noteWrite(const WriteOp &op);
    void noteEnd(model::SessionNumber session);
    void noteCauses();

    model::Model m_model;
    Log m_log;
    model::ClientSessionFactory m_factory;
    lab::Lab m_lab;
    std::optional<model::Observer> m_observer;
    std::vector<QList<ClientId>> m_ids; ///< one each
    std::vector<bool> m_crashed;
    std::vector<bool> m_paused;
    std::vector<Causes> m_causes;
    std::vector<Step> m_possible;
    bool m_isListed = false; ///< what is possible, since the last step
    std::vector<Step> m_taken;
    const std::vector<model::Offer> *m_offers = nullptr; ///< null: to be made
    Footprint m_footprint;
    int m_steps = 0;
};

} // namespace lockscope::explore
