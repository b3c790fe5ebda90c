// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "tests/support/wholerequest.h"
#include "tests/ui/uitest.h"
#include "tests/unit/recipes/actor.h"
#include "ui/dialogs/spawndialog.h"

namespace lockscope::ui::tst_nodenames {

using namespace Qt::StringLiterals;

using locks::Mode;

/// What the preview shows beside what a recipe makes, on a server in memory.
class TestNodeNames : public QObject
{
    Q_OBJECT

    /// Two runs differ in tokens and numbers alone.
    static QString shape(QString path)
    {
        static const QRegularExpression guid(u"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"_s);
        static const QRegularExpression hex(u"[0-9a-f]{32}"_s);
        static const QRegularExpression number(u"[0-9]{10}$"_s);
        return path.replace(guid, u"GUID"_s).replace(hex, u"HEX"_s).replace(number, u"NUMBER"_s);
    }

    /// Every node that was there at any time, but for the directories.
    static QSet<QString> madeBy(const lab::SpawnRequest &request, const QSet<QString> &directories)
    {
        fake::FakeEnsemble ensemble;
        QSet<QString> seen;
        for (const Mode mode : {Mode::Exclusive, Mode::Shared}) {
            if (mode == Mode::Shared && !locks::recipeInfo(request.recipe).options.writers)
                continue;
            recipes::RecipeSpec spec;
            spec.lock = request.lock;
            spec.dialect = request.dialect;
            spec.mode = mode;
            spec.leases = request.leases;
            spec.paths = request.paths;
            Actor actor(ensemble, spec, request.recipe);
            actor.acquire();
            const auto look = [&] {
                for (const QString &path : ensemble.ephemerals())
                    seen.insert(shape(path));
                for (const QString &directory : directories) {
                    for (const QString &name : ensemble.children(directory))
                        seen.insert(shape(lockscope::joinPath(directory, name)));
                }
            };
            for (int i = 0; i < 2'000 && ensemble.step(); ++i)
                look();
            [&] { QVERIFY2(actor.holds(), qPrintable(locks::recipeName(request.recipe))); }();
        }
        return seen;
    }

private Q_SLOTS:
    void thePreviewShowsWhatTheRecipeMakes_data()
    {
        QTest::addColumn<locks::RecipeId>("id");
        QTest::addColumn<int>("dialect");
        for (const locks::RecipeInfo &recipe : locks::recipeCatalog()) {
            for (int dialect = 0; dialect < recipe.dialects.size(); ++dialect)
                QTest::addRow("%s, %s", qPrintable(recipe.name),
                              qPrintable(locks::dialectName(recipe.dialects[dialect])))
                    << recipe.id << dialect;
        }
    }
    void thePreviewShowsWhatTheRecipeMakes()
    {
        QFETCH(locks::RecipeId, id);
        QFETCH(int, dialect);
        const lab::SpawnRequest request = test::wholeRequest(locks::recipeInfo(id), dialect, u"/locks/orders"_s);
        QSet<QString> shown;
        QSet<QString> directories;
        for (const lab::NodeExample &example : lab::nodeExamples(request, locks::newToken(request.dialect))) {
            shown.insert(shape(lockscope::joinPath(example.directory, example.name)));
            // The plain node's directory holds other things too.
            if (request.recipe != locks::RecipeId::Ephemeral)
                directories.insert(example.directory);
        }
        QVERIFY(!shown.isEmpty());
        QCOMPARE(madeBy(request, directories), shown);
    }

    void onlyReadersOrOnlyWritersShowOneKindOfName()
    {
        lab::SpawnRequest request;
        request.recipe = locks::RecipeId::ReadWrite;
        request.lock = u"/a"_s;
        request.writers = 0;
        QCOMPARE(lab::nodeExamples(request, u"t"_s).size(), 1);
        QCOMPARE(lab::nodeExamples(request, u"t"_s).first().letter, u'R');
        request.writers = 1;
        QCOMPARE(lab::nodeExamples(request, u"t"_s).first().letter, u'W');
        request.writers = 0.5;
        QCOMPARE(lab::nodeExamples(request, u"t"_s).size(), 2);
    }
};

} // namespace lockscope::ui::tst_nodenames

LOCKSCOPE_TEST(lockscope::ui::tst_nodenames::TestNodeNames)
#include "tst_nodenames.moc"
