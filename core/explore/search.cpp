// SPDX-License-Identifier: Apache-2.0
#include "core/explore/search.h"

#include <QElapsedTimer>

#include <algorithm>
#include <random>
#include <utility>

namespace lockscope::explore {

namespace {

constexpr qint64 msBetweenQuestions = 50;
constexpr int framesReserved = 128;

/// Steps before which another one must stand, as bits.
class Past
{
public:
    bool has(int step) const
    {
        const auto word = static_cast<size_t>(step) / 64;
        return word < static_cast<size_t>(m_words.size()) && (m_words[static_cast<qsizetype>(word)] >> (step % 64) & 1);
    }
    void add(int step)
    {
        grow(step / 64 + 1);
        m_words[step / 64] |= quint64(1) << (step % 64);
    }
    void add(const Past &other)
    {
        grow(other.m_words.size());
        for (qsizetype word = 0; word < other.m_words.size(); ++word)
            m_words[word] |= other.m_words[word];
    }

private:
    void grow(qsizetype words)
    {
        while (m_words.size() < words)
            m_words.append(0);
    }

    QVarLengthArray<quint64, 2> m_words;
};

/// A step that was tried, and need not be until something that it depends on has happened.
struct Asleep
{
    Step step;
    Footprint footprint;
};

/// A state on the way, and the step that is tried from it.
struct Frame
{
    struct FaultStep
    {
        Fault fault;
        Step step;
    };

    std::vector<Step> possible;
    std::vector<FaultStep> faults; ///< that could happen besides
    std::vector<Step> toTry;       ///< tried ones, too
    std::vector<Asleep> asleep;
    FaultCounts faultsLeft{};
    std::optional<quint32> clientBefore; ///< of the step that led there
    int preemptions = 0;                 ///< up to there

    Step step;
    std::optional<Fault> fault; ///< that the step is
    Footprint footprint;
    Past past;
    int cause = -1;
};

bool contains(const std::vector<Step> &steps, const Step &step)
{
    return std::find(steps.begin(), steps.end(), step) != steps.end();
}

/// Steps of one kind and client come one after another, whatever the order of others: a step's like.
bool isOfSameLine(const Step &one, const Step &other)
{
    const auto isDelivery = [](const Step &step) {
        return step.choice.what == model::Choice::What::Answer || step.choice.what == model::Choice::What::Deliver;
    };
    return one.what == other.what && one.subject() == other.subject()
           && (one.what != Step::What::Choice || one.choice.what == other.choice.what
               || (isDelivery(one) && isDelivery(other)));
}

class Searcher
{
public:
    Searcher(const SearchSpec &spec, const std::function<bool(const SearchResult &)> &goOn)
        : m_spec(spec)
        , m_goOn(goOn)
        , m_random(spec.seed)
    {
    }

    SearchResult run()
    {
        m_clock.start();
        m_frames.reserve(static_cast<size_t>(std::min(m_spec.steps, framesReserved)));
        for (m_isWalking = true; !m_result.found && !isOver();) {
            if (m_spec.reduction != Reduction::Random && m_result.executions >= m_spec.walks)
                break;
            execute();
            m_frames.clear();
        }
        m_result.walks = m_result.executions;
        m_isWalking = m_isCut = m_isBounded = false;
        bool more = m_spec.reduction != Reduction::Random;
        while (more && !m_result.found && !isOver()) {
            execute();
            more = turnBack();
        }
        m_result.exhausted = !more && !m_result.found && !m_isCut && m_spec.reduction != Reduction::Random;
        m_result.complete = m_result.exhausted && !m_isBounded;
        m_result.took = std::chrono::milliseconds(m_clock.elapsed());
        return m_result;
    }

private:
    bool isReducing() const { return m_spec.reduction == Reduction::PartialOrder && !m_isWalking; }
    bool isOver()
    {
        const bool isFull = m_spec.executions > 0 && m_result.executions >= m_spec.executions;
        const bool isLate = m_spec.duration.count() > 0 && m_clock.hasExpired(m_spec.duration.count());
        bool isStopped = false;
        if (m_goOn && m_clock.elapsed() >= m_asksAtMs) {
            m_asksAtMs = m_clock.elapsed() + msBetweenQuestions;
            isStopped = !m_goOn(m_result);
        }
        return isFull || isLate || isStopped;
    }

    /// The steps of all frames, and then on until nothing happens any more or all that could has been tried.
    void execute()
    {
        Play play(m_spec.setup, m_spec.atEnd != nullptr);
        const size_t known = m_frames.empty() ? 0 : m_frames.size() - 1;
        for (size_t i = 0; i < known; ++i)
            play.happen(m_frames[i].step);
        if (!m_frames.empty())
            take(play);
        bool hasEnded = false; // faults may follow
        for (;;) {
            if (static_cast<int>(m_frames.size()) >= m_spec.steps) {
                m_isCut = true;
                break;
            }
            Frame frame = next(play);
            hasEnded = hasEnded || frame.possible.empty();
            if (play.isQuiet())
                judge(play);
            if (m_result.found)
                break;
            const auto step = first(frame);
            if (!step)
                break;
            choose(frame, *step);
            m_frames.push_back(std::move(frame));
            take(play);
        }
        ++(hasEnded ? m_result.executions : m_result.cut);
        m_result.steps += static_cast<qint64>(m_frames.size());
    }

    /// The state that the play is in, with what is asleep in it.
    Frame next(Play &play)
    {
        Frame frame;
        frame.possible = play.possible();
        frame.faultsLeft = m_spec.setup.faults;
        if (!m_frames.empty()) {
            const Frame &before = m_frames.back();
            frame.faultsLeft = before.faultsLeft;
            if (before.fault)
                --frame.faultsLeft[static_cast<size_t>(*before.fault)];
            frame.clientBefore = before.step.subject();
            frame.preemptions = before.preemptions + (isPreemption(before, before.step) ? 1 : 0);
            if (isReducing()) {
                for (const Asleep &each : before.asleep) {
                    if (each.step != before.step && !each.footprint.dependsOn(before.footprint))
                        frame.asleep.push_back(each);
                }
            }
        }
        for (size_t i = 0; i < faultCount; ++i) {
            for (quint32 client = 0; frame.faultsLeft[i] > 0 && client < play.clientCount(); ++client) {
                if (const auto step = play.faultStep(static_cast<Fault>(i), client))
                    frame.faults.push_back({static_cast<Fault>(i), *step});
            }
        }
        return frame;
    }

    /// What is tried first from there; nothing: all that is possible is known.
    std::optional<Step> first(Frame &frame)
    {
        if (m_isWalking)
            return drawn(frame);
        const bool isLast = frame.possible.empty();
        if (m_spec.reduction == Reduction::None)
            frame.toTry = frame.possible;
        if (m_spec.reduction == Reduction::None || isLast) {
            for (const Frame::FaultStep &each : frame.faults)
                frame.toTry.push_back(each.step);
        }
        // Of the client that came last, where it can: a witness is easier to read.
        std::optional<Step> best;
        for (const Step &step : frame.possible) {
            const bool isBetter =
                !best || (step.subject() == frame.clientBefore && best->subject() != frame.clientBefore);
            if (isBetter && !isAsleep(frame, step) && isAllowed(frame, step))
                best = step;
        }
        if (best && !contains(frame.toTry, *best))
            frame.toTry.push_back(*best);
        return best ? best : nextToTry(frame);
    }

    std::optional<Step> drawn(const Frame &frame)
    {
        // Seldom, so that most happen when something is under way already.
        if (!frame.faults.empty() && (frame.possible.empty() || m_random() % 8 == 0)) {
            const Step &fault = frame.faults[m_random() % frame.faults.size()].step;
            m_random.discard(1);
            return fault;
        }
        if (frame.possible.empty())
            return std::nullopt;
        return frame.possible[m_random() % frame.possible.size()];
    }

    static void choose(Frame &frame, const Step &step)
    {
        frame.step = step;
        const auto fault = std::find_if(frame.faults.begin(), frame.faults.end(),
                                        [&step](const Frame::FaultStep &each) { return each.step == step; });
        frame.fault = fault == frame.faults.end() ? std::nullopt : std::optional(fault->fault);
    }

    /// Another client's turn, though the one before could go on.
    static bool isPreemption(const Frame &frame, const Step &step)
    {
        return frame.clientBefore && frame.clientBefore != step.subject()
               && std::any_of(frame.possible.begin(), frame.possible.end(),
                              [&frame](const Step &other) { return other.subject() == frame.clientBefore; });
    }
    bool isAllowed(const Frame &frame, const Step &step)
    {
        if (!m_spec.preemptions || frame.preemptions + (isPreemption(frame, step) ? 1 : 0) <= *m_spec.preemptions)
            return true;
        m_isBounded = true;
        return false;
    }

    /// Lets the last frame's step happen, and looks what else has to be tried because of it.
    void take(Play &play)
    {
        Frame &frame = m_frames.back();
        frame.cause = play.cause(frame.step);
        play.happen(frame.step);
        frame.footprint = play.footprint();
        if (!isReducing())
            return;
        findPast(frame);
        if (frame.fault) // it is tried besides all else
            return;
        findRaces();
        findDisabled(play);
        findFaultsBefore(frame);
    }

    void findPast(Frame &frame)
    {
        const int last = static_cast<int>(m_frames.size()) - 1;
        frame.past = {};
        for (int i = last - 1; i >= 0; --i) {
            const Frame &earlier = m_frames[static_cast<size_t>(i)];
            if (frame.past.has(i))
                continue;
            if (i == frame.cause || isOfSameLine(earlier.step, frame.step)
                || earlier.footprint.dependsOn(frame.footprint)) {
                frame.past.add(i);
                frame.past.add(earlier.past);
            }
        }
    }

    /// Each earlier step that the last one depends on and could have come before: then that order is tried too.
    void findRaces()
    {
        const int last = static_cast<int>(m_frames.size()) - 1;
        const Frame &frame = m_frames.back();
        Past between; // what stands before something that stands before the last one
        for (int i = last - 1; i >= 0; --i) {
            const Frame &earlier = m_frames[static_cast<size_t>(i)];
            if (!frame.past.has(i))
                continue;
            const bool isDirect = !between.has(i);
            between.add(earlier.past);
            if (!isDirect || i == frame.cause || earlier.fault || isOfSameLine(earlier.step, frame.step)
                || !earlier.footprint.dependsOn(frame.footprint))
                continue;
            tryBefore(i, last);
        }
    }

    /// From the state before the step \a early, one of the steps with which an order begins that has \a late first.
    void tryBefore(int early, int late)
    {
        QVarLengthArray<int, 32> sequence; // what does not need the early step, and then the late one
        for (int i = early + 1; i < late; ++i) {
            if (!m_frames[static_cast<size_t>(i)].past.has(early))
                sequence.append(i);
        }
        sequence.append(late);
        Frame &from = m_frames[static_cast<size_t>(early)];
        std::optional<Step> candidate;
        for (qsizetype i = 0; i < sequence.size(); ++i) {
            const Frame &each = m_frames[static_cast<size_t>(sequence[i])];
            const bool isInitial = std::none_of(sequence.begin(), sequence.begin() + i,
                                                [&each](int before) { return each.past.has(before); });
            if (!isInitial || each.fault)
                continue;
            if (contains(from.toTry, each.step))
                return;
            if (!candidate && contains(from.possible, each.step))
                candidate = each.step;
        }
        if (candidate) {
            from.toTry.push_back(*candidate);
        } else { // it became possible by something else: all that is possible there may lead to it
            for (const Step &step : from.possible) {
                if (!contains(from.toTry, step))
                    from.toTry.push_back(step);
            }
        }
    }

    /// What was possible and is no longer, though it did not happen, has to be tried instead.
    void findDisabled(Play &play)
    {
        Frame &frame = m_frames.back();
        const std::vector<Step> &now = play.possible();
        for (const Step &step : frame.possible) {
            if (step != frame.step && !contains(now, step) && !contains(frame.toTry, step))
                frame.toTry.push_back(step);
        }
    }

    /// Before a step all faults that could happen to the clients that it has to do with.
    static void findFaultsBefore(Frame &frame)
    {
        for (const Frame::FaultStep &each : frame.faults) {
            const quint32 client = each.step.subject();
            if ((frame.footprint.touches(Footprint::Place::Connection, client)
                 || frame.footprint.touches(Footprint::Place::Inbox, client))
                && !contains(frame.toTry, each.step))
                frame.toTry.push_back(each.step);
        }
    }

    static bool isAsleep(const Frame &frame, const Step &step)
    {
        return std::any_of(frame.asleep.begin(), frame.asleep.end(),
                           [&step](const Asleep &each) { return each.step == step; });
    }

    std::optional<Step> nextToTry(Frame &frame)
    {
        for (const Step &step : frame.toTry) {
            if (!isAsleep(frame, step) && isAllowed(frame, step))
                return step;
        }
        return std::nullopt;
    }

    /// Back to the last state from which something is left to try; false: there is none.
    bool turnBack()
    {
        while (!m_frames.empty()) {
            Frame &frame = m_frames.back();
            frame.asleep.push_back({frame.step, frame.footprint});
            if (const auto step = nextToTry(frame)) {
                choose(frame, *step);
                return true;
            }
            m_frames.pop_back();
        }
        return false;
    }

    void judge(Play &play)
    {
        if (m_spec.atEnd && play.possible().empty())
            m_spec.atEnd(play);
        const auto wrong = play.wrong();
        if (!wrong)
            return;
        std::vector<Step> steps;
        for (const Frame &frame : m_frames)
            steps.push_back(frame.step);
        m_result.found = Found{*wrong, shortened(m_spec.setup, std::move(steps), *wrong)};
    }

    const SearchSpec &m_spec;
    const std::function<bool(const SearchResult &)> &m_goOn;
    std::mt19937_64 m_random;
    QElapsedTimer m_clock;
    SearchResult m_result;
    std::vector<Frame> m_frames;
    qint64 m_asksAtMs = 0;    ///< when it is to be asked whether to go on
    bool m_isCut = false;     ///< an execution was longer than may be
    bool m_isBounded = false; ///< some order would have had too many preemptions
    bool m_isWalking = false;
};

} // namespace

SearchResult search(const SearchSpec &spec, const std::function<bool(const SearchResult &)> &goOn)
{
    return Searcher(spec, goOn).run();
}

std::optional<Wrong> wrongAfter(const Setup &setup, const std::vector<Step> &steps)
{
    Play play(setup);
    for (const Step &step : steps) {
        if (play.isPossible(step))
            play.happen(step);
    }
    return play.wrong();
}

std::vector<Step> shortened(const Setup &setup, std::vector<Step> steps, const Wrong &wrong)
{
    // Halves first, then quarters, down to single steps, until not one can be left out (Zeller's ddmin, without its
    // complements).
    for (size_t piece = std::max<size_t>(1, steps.size() / 2);;) {
        bool isShorter = false;
        for (size_t at = 0; at < steps.size();) {
            std::vector<Step> fewer = steps;
            const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(at);
            fewer.erase(from, from + static_cast<std::ptrdiff_t>(std::min(piece, fewer.size() - at)));
            const auto stillWrong = wrongAfter(setup, fewer);
            if (stillWrong && stillWrong->kind == wrong.kind) {
                steps = std::move(fewer);
                isShorter = true;
            } else {
                at += piece;
            }
        }
        if (piece == 1 && !isShorter)
            return steps;
        piece = std::max<size_t>(1, piece / 2);
    }
}

} // namespace lockscope::explore
