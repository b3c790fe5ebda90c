// SPDX-License-Identifier: Apache-2.0
// The World that the model's observer makes is what the model's tree is, after any steps.
#include "core/base/path.h"
#include "core/explore/play.h"
#include "core/history/world.h"
#include "core/ledger/ledger.h"
#include "core/locks/recipecatalog.h"
#include "tests/support/holding.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <random>

namespace lockscope::tst_explore_observer {

using namespace Qt::StringLiterals;
using locks::RecipeId;

namespace {

/// Each node of the directories that the World knows, with its Stat.
QStringList shown(const journal::World &world, const model::Tree &tree)
{
    QStringList lines;
    for (const auto &[path, directory] : world.directories()) {
        if (!directory.isNodeLock && !tree.has(path))
            lines += path + u" is not there"_s;
        for (const locks::ChildNode &child : directory.children.all())
            lines += u"%1/%2 %3 %4"_s.arg(path == u"/"_s ? QString() : path, child.name)
                         .arg(child.stat ? child.stat->czxid.value : -1)
                         .arg(QString::fromUtf8(child.data));
    }
    lines.sort();
    return lines;
}

QStringList there(const model::Tree &tree)
{
    QStringList lines;
    for (const QString &path : tree.paths()) {
        if (path != u"/"_s)
            lines += u"%1 %2 %3"_s.arg(path)
                         .arg(tree.find(path)->stat.czxid.value)
                         .arg(QString::fromUtf8(tree.find(path)->data));
    }
    lines.sort();
    return lines;
}

/// An observer that looks only now and then: what came and went between two looks is in none of its listings, and of a
/// name that went and came there is no difference.
class SeldomLooks
{
public:
    explicit SeldomLooks(std::mt19937 &random)
        : m_random(random)
    {
    }

    /// The event of one that looks at once. What this one writes by then.
    journal::EventBatch see(const journal::Event &event)
    {
        m_last = event;
        if (const auto *listed = std::get_if<journal::DirectoryListed>(&event.what)) {
            Directory &directory = m_directories[listed->path];
            directory.stat = listed->stat;
            directory.isThere = directory.isNew = true;
            for (const QString &name : listed->removed) {
                directory.names.remove(name);
                const QString gone = joinPath(listed->path, name);
                std::erase_if(m_directories, [&](const auto &entry) { return isAtOrBelow(entry.first, gone); });
            }
            for (const QString &name : listed->added)
                directory.names.insert(name);
        } else if (const auto *vanished = std::get_if<journal::NodeVanished>(&event.what)) {
            Directory &directory = m_directories[vanished->path];
            directory.names.clear();
            directory.isThere = false;
            directory.isNew = true;
        } else if (const auto *read = std::get_if<journal::NodeResolved>(&event.what)) {
            m_read.insert(read->path, *read);
        }
        return m_random() % 4 == 0 ? look() : journal::EventBatch();
    }

    journal::EventBatch look()
    {
        journal::EventBatch written;
        const auto write = [&](journal::Payload what) { written += {m_last.number, m_last.atNs, std::move(what)}; };
        for (auto &[path, directory] : m_directories) {
            if (!std::exchange(directory.isNew, false))
                continue;
            const QSet<QString> before = std::exchange(directory.shown, directory.names);
            if (directory.isThere)
                write(journal::DirectoryListed{path, directory.stat, (directory.names - before).values(),
                                               (before - directory.names).values()});
            else
                write(journal::NodeVanished{path});
        }
        for (const journal::NodeResolved &read : std::exchange(m_read, {})) {
            const Directory *above = lookUp(m_directories, parentPath(read.path));
            if (above && above->names.contains(baseName(read.path)))
                write(read);
        }
        return written;
    }

private:
    struct Directory
    {
        NodeStat stat;
        QSet<QString> names;
        QSet<QString> shown;
        bool isThere = false;
        bool isNew = false;
    };

    std::mt19937 &m_random;
    std::map<QString, Directory> m_directories;
    QHash<QString, journal::NodeResolved> m_read;
    journal::Event m_last;
};

/// Clients' events, listings and reads of nodes: each in its order, but a read comes after the listings that were made
/// before it.
journal::EventBatch interleaved(const journal::EventBatch &events, std::mt19937 &random)
{
    struct Late
    {
        journal::Event event;
        size_t listings = 0; ///< before it
    };
    std::vector<Late> streams[3];
    journal::EventBatch all;
    SeldomLooks looks(random);
    const auto sort = [&](const journal::Event &event) {
        const bool isRead = std::holds_alternative<journal::NodeResolved>(event.what);
        const bool isListing = std::holds_alternative<journal::DirectoryListed>(event.what)
                               || std::holds_alternative<journal::NodeVanished>(event.what);
        if (std::holds_alternative<journal::ObservationChanged>(event.what)
            || std::holds_alternative<journal::ConnectionChanged>(event.what))
            all += event; // at the beginning
        else
            streams[isRead ? 2 : isListing ? 1 : 0].push_back({event, streams[1].size()});
    };
    for (const journal::Event &event : events) {
        const bool isSeen = std::holds_alternative<journal::NodeResolved>(event.what)
                            || std::holds_alternative<journal::DirectoryListed>(event.what)
                            || std::holds_alternative<journal::NodeVanished>(event.what);
        for (const journal::Event &written : isSeen ? looks.see(event) : journal::EventBatch{event})
            sort(written);
    }
    for (const journal::Event &written : looks.look())
        sort(written);
    size_t next[3] = {0, 0, 0};
    const auto mayCome = [&](size_t stream) {
        return next[stream] < streams[stream].size() && (stream != 2 || streams[2][next[2]].listings <= next[1]);
    };
    while (mayCome(0) || mayCome(1) || mayCome(2)) {
        const size_t stream = random() % 3;
        for (size_t burst = random() % 20; burst > 0 && mayCome(stream); --burst)
            all += streams[stream][next[stream]++].event;
    }
    for (qsizetype i = 0; i < all.size(); ++i) {
        all[i].number = quint64(i) + 1;
        all[i].atNs = events.first().atNs + i * 1'000'000;
    }
    return all;
}

bool isRead(const std::pair<const QString, journal::Directory> &directory)
{
    return !directory.second.children.any([](const locks::ChildNode &child) { return !child.stat; });
}

explore::Setup setupFor(RecipeId recipe, bool fresh)
{
    explore::Setup setup = explore::setupOf(recipe, 3);
    setup.isFresh = fresh;
    return setup;
}

void happenAny(explore::Play &play, std::mt19937 &random)
{
    const auto possible = play.possible();
    if (possible.empty())
        return;
    const auto fault = static_cast<explore::Fault>(random() % explore::faultCount);
    const auto befalls = play.faultStep(fault, random() % play.clientCount());
    play.happen(befalls && random() % 8 == 0 ? *befalls : possible[random() % possible.size()]);
}

} // namespace

class TestObserver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWorldIsWhatTheTreeIs_data() { addRecipes(); }
    void theWorldIsWhatTheTreeIs()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(bool, fresh);
        for (unsigned seed = 0; seed < 3; ++seed) {
            std::mt19937 random(seed);
            explore::Play play(setupFor(recipe, fresh), true);
            journal::World world;
            qsizetype told = 0;
            for (int step = 0; step < 200; ++step) {
                world.apply(play.events().mid(std::exchange(told, play.events().size())));
                QCOMPARE(shown(world, play.ensemble().tree()), there(play.ensemble().tree()));
                QVERIFY(world.connection().state == ConnectionState::Connected);
                happenAny(play, random);
            }
            QVERIFY(told > 20);
        }
    }

    /// Answers to clients and what an observer reads are not one stream: either may be late. Queue and ledger say the
    /// same at each event, and in the end what there is.
    void itIsInWhateverOrderAnswersAndListingsCome_data() { addRecipes(); }
    void itIsInWhateverOrderAnswersAndListingsCome()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(bool, fresh);
        for (unsigned seed = 0; seed < 8; ++seed) {
            std::mt19937 random(seed);
            explore::Play play(setupFor(recipe, fresh), true);
            for (int step = 0; step < 200; ++step)
                happenAny(play, random);
            journal::World world;
            journal::Ledger ledger;
            test::Holding told;
            for (const journal::Event &event : interleaved(play.events(), random)) {
                ledger.append(event, world);
                test::follow(told, ledger.nodeChanges());
                // Of a semaphore it is told late who holds: once both of its directories are read.
                const test::Holding held = test::holdingBy(world);
                if (std::ranges::all_of(world.directories(), isRead))
                    QCOMPARE(told, held);
                for (const auto &[node, holds] : told)
                    QVERIFY(held.contains(node) && (held.at(node) || !holds));
            }
            QCOMPARE(shown(world, play.ensemble().tree()), there(play.ensemble().tree()));
        }
    }

private:
    static void addRecipes()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<bool>("fresh");
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            QTest::addRow("%s", qPrintable(info.name)) << info.id << false;
            QTest::addRow("%s, never used", qPrintable(info.name)) << info.id << true;
        }
    }
};

} // namespace lockscope::tst_explore_observer

LOCKSCOPE_TEST(lockscope::tst_explore_observer::TestObserver)
#include "tst_observer.moc"
