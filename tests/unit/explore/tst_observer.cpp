// SPDX-License-Identifier: Apache-2.0
// The World that the model's observer makes is what the model's tree is, after any steps.
#include "core/explore/play.h"
#include "core/history/world.h"
#include "core/locks/recipecatalog.h"
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
    for (const QString &path : tree.paths()) {
        const journal::Directory *directory = world.directory(path);
        if (!directory)
            continue;
        for (const locks::ChildNode &child : directory->children.all())
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

} // namespace

class TestObserver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWorldIsWhatTheTreeIs_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<bool>("fresh");
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            QTest::addRow("%s", qPrintable(info.name)) << info.id << false;
            QTest::addRow("%s, never used", qPrintable(info.name)) << info.id << true;
        }
    }
    void theWorldIsWhatTheTreeIs()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(bool, fresh);
        for (unsigned seed = 0; seed < 3; ++seed) {
            std::mt19937 random(seed);
            explore::Setup setup = explore::setupOf(recipe, 3);
            setup.isFresh = fresh;
            explore::Play play(setup, true);
            journal::World world;
            qsizetype told = 0;
            for (int step = 0; step < 200; ++step) {
                world.apply(play.events().mid(std::exchange(told, play.events().size())));
                QCOMPARE(shown(world, play.ensemble().tree()), there(play.ensemble().tree()));
                QVERIFY(world.connection().state == ConnectionState::Connected);
                const auto possible = play.possible();
                if (possible.empty())
                    break;
                const auto fault = static_cast<explore::Fault>(random() % explore::faultCount);
                const auto befalls = play.faultStep(fault, random() % play.clientCount());
                play.happen(befalls && random() % 8 == 0 ? *befalls : possible[random() % possible.size()]);
            }
            QVERIFY(told > 20);
        }
    }
};

} // namespace lockscope::tst_explore_observer

LOCKSCOPE_TEST(lockscope::tst_explore_observer::TestObserver)
#include "tst_observer.moc"
