// SPDX-License-Identifier: Apache-2.0
// A lock on a ZooKeeper in memory, as the window shows it: a LiveWorld with all that the steps of one branch did, whose
// cursor says how many of them have been taken. To take a step back is to move the cursor; to take another one there
// begins a branch. On the GUI thread; never judges and never searches by itself: core/explore does.
#pragma once

#include "core/explore/branches.h"
#include "ui/world/liveworld.h"

#include <memory>
#include <random>

namespace lockscope::ui {

class ModelPlay : public QObject
{
    Q_OBJECT
public:
    explicit ModelPlay(const explore::Setup &setup, QObject *parent = nullptr);
    ~ModelPlay() override;

    LiveWorld *world() { return &m_world; }
    const explore::Branches &branches() const { return m_branches; }
    /// Steps that have been taken where the cursor stands.
    size_t taken() const;
    /// These in words, and the ones that follow in the branch.
    const std::vector<Text> &words() const { return m_words; }
    /// At the cursor.
    explore::Play &play();
    /// The clients that what may go wrong can befall there.
    struct Trouble
    {
        explore::Fault fault;
        explore::Step step;
    };
    std::vector<Trouble> troubles(quint32 client);

    /// Which must be possible at the cursor.
    void take(const explore::Step &step);
    void take(const std::vector<explore::Step> &steps);
    /// A play of its own that stands where the cursor does.
    std::unique_ptr<explore::Play> ahead() const;
    /// From the beginning; a branch that is new gets the name.
    void takeAll(const std::vector<explore::Step> &steps, const QString &name);
    void goTo(size_t taken);
    void show(size_t branch);
    void rename(size_t branch, const QString &name);

    enum class Order {
        AsSent, ///< what has been possible for longest; a holder releases when nothing else happens
        Fairly, ///< each client in turn
        Random,
    };
    enum class Until { Quiet, Holds, Woken, Wrong };
    /// From the cursor on, at most some thousand steps; false where it ended before what was waited for.
    bool runOn(Order order, Until until);

Q_SIGNALS:
    /// Another number of steps has been taken, or another branch is shown.
    void moved();

private:
    void takeFrom(size_t count, const std::vector<explore::Step> &steps);
    void replay();
    void append(const std::vector<explore::Step> &steps);
    std::optional<explore::Step> next(explore::Play &play, Order order, const std::optional<explore::Step> &last);

    LiveWorld m_world;
    explore::Branches m_branches;
    std::unique_ptr<explore::Play> m_end;  ///< after all steps of the branch
    std::unique_ptr<explore::Play> m_here; ///< at the cursor where that is another place
    size_t m_hereTaken = 0;
    std::vector<quint64> m_lastEvents; ///< of the state after so many steps
    std::vector<Text> m_words;
    std::mt19937_64 m_random{1};
};

} // namespace lockscope::ui
