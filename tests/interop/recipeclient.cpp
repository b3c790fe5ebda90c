// SPDX-License-Identifier: Apache-2.0
// One client of one of our recipes as a program of its own, for `lockscope-cli try`: what docs/try.md asks of a client,
// through the same door as everybody's. How it holds and waits is what provokes a broken recipe (tests/support).
//   recipeclient RECIPE
#include "core/backends/zookeeper/zksessions.h"
#include "core/lab/lab.h"
#include "tests/support/provocation.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <utility>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// Says what the client believes.
class Words final : public journal::EventSink
{
public:
    explicit Words(int rounds)
        : m_rounds(rounds)
    {
    }

    void write(journal::Payload what) override
    {
        const auto *stateEvent = std::get_if<journal::ClientLockState>(&what);
        if (!stateEvent)
            return;
        using locks::LockState;
        const bool held = std::exchange(m_holds, stateEvent->state == LockState::Retained);
        const bool isOver = stateEvent->state == LockState::Released;
        if (stateEvent->state == LockState::Retained && !held)
            say("acquired " + QByteArray::number(stateEvent->token.value));
        else if (isOver && stateEvent->error && stateEvent->error->code == ErrorCode::AcquireTimeout)
            say("timed-out");
        else if (isOver && stateEvent->error)
            say(m_wasHeld ? "lost" : "failed " + stateEvent->error->sentence().english().toUtf8());
        else if (isOver)
            say("released");
        m_wasHeld =
            stateEvent->state == LockState::Retained || (m_wasHeld && stateEvent->state == LockState::Releasing);
        const bool hasNoSession = stateEvent->error && stateEvent->error->code == ErrorCode::SessionExpired;
        if (isOver && (stateEvent->round >= m_rounds || hasNoSession))
            QCoreApplication::quit();
    }

private:
    static void say(const QByteArray &word)
    {
        std::puts(word.constData());
        std::fflush(stdout);
    }

    int m_rounds;
    bool m_holds = false;
    bool m_wasHeld = false;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication program(argc, argv);
    const auto recipe = argc == 2 ? locks::recipeFromName(QString::fromLocal8Bit(argv[1])) : std::nullopt;
    const auto target = zk::parseConnectString(qEnvironmentVariable("LOCKSCOPE_CONNECT"));
    if (!recipe || !target) {
        std::fputs("recipeclient RECIPE, with LOCKSCOPE_CONNECT in its environment\n", stderr);
        return 2;
    }
    const QString name = qEnvironmentVariable("LOCKSCOPE_CLIENT");
    const int number = name.section(QLatin1Char('-'), -1).toInt();
    const test::Provocation made =
        test::provocation(locks::recipeInfo(*recipe), 0, qEnvironmentVariable("LOCKSCOPE_LOCK"));
    lab::SpawnRequest request = made.request;
    request.count = 1;
    request.rounds = std::max(1, qEnvironmentVariableIntValue("LOCKSCOPE_ROUNDS"));
    request.names = {name};
    request.faults.clear(); // they are staged from outside
    request.writers = made.downgrades ? 1 : number % 2;
    request.seed = static_cast<quint64>(number) + 1;
    if (*recipe == locks::RecipeId::BrokenSilentLoss) // longer than a client of another program may take to hear of it
        request.hold = {lab::HoldTime::Kind::Fixed, 2s, 2s};
    if (!request.paths.isEmpty()) // each in another order
        std::rotate(request.paths.begin(), request.paths.begin() + number % request.paths.size(), request.paths.end());

    zk::ConnectionSpec spec;
    spec.target = *target;
    spec.sessionTimeoutMs = 4'000;
    zk::Connection connection(spec);
    Words words(request.rounds);
    backends::ZkSessionFactory factory(connection);
    lab::Lab lab(factory, words);
    QTimer downgrading;
    const auto work = [&]() -> Task<> {
        auto opening = connection.open();
        if (const auto opened = co_await opening; !opened) {
            std::fprintf(stderr, "%s\n", qPrintable(opened.error().sentence().english()));
            QCoreApplication::exit(1);
            co_return;
        }
        auto spawning = lab.spawn(request);
        const auto spawned = co_await spawning;
        if (!spawned) {
            QCoreApplication::exit(1);
            co_return;
        }
        QObject::connect(&downgrading, &QTimer::timeout, &downgrading,
                         [&lab, ids = *spawned] { lab.command(ids, lab::ClientCommand::Downgrade); });
        if (made.downgrades)
            downgrading.start(20ms);
    };
    const auto working = work();
    const int code = program.exec();
    downgrading.stop();
    const auto end = [&]() -> Task<> {
        auto closing = lab.closeAll();
        co_await closing;
        auto ending = connection.close();
        co_await ending;
        QCoreApplication::quit();
    };
    const auto ended = end();
    if (lab.count() > 0)
        program.exec();
    return code;
}
