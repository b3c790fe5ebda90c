// SPDX-License-Identifier: Apache-2.0
#include "core/explore/setup.h"

#include "core/locks/recipecatalog.h"

namespace lockscope::explore {

using namespace Qt::StringLiterals;
using locks::RecipeId;

Setup setupOf(RecipeId recipe, int clients)
{
    const locks::RecipeInfo &info = locks::recipeInfo(recipe);
    Setup setup;
    setup.clients.recipe = recipe;
    setup.clients.dialect = info.dialects.value(0);
    setup.clients.count = clients;
    setup.clients.lock = u"/lock"_s;
    setup.clients.namePrefix = u"client-"_s;
    if (info.options.paths) {
        setup.clients.paths = {u"/lock/a"_s, u"/lock/b"_s};
        setup.clients.sorted = info.isSound();
    }
    return setup;
}

Setup brokenSetup(RecipeId recipe)
{
    Setup setup = setupOf(recipe, 2);
    const auto with = [&setup](Fault fault) {
        setup.faults[static_cast<size_t>(fault)] = 1;
        return setup;
    };
    switch (recipe) {
    case RecipeId::BrokenSelfWatch:
    case RecipeId::BrokenDuplicateContender: return with(Fault::LoseReply);
    case RecipeId::BrokenForgottenRelease: return with(Fault::LoseRequest);
    case RecipeId::BrokenLeakyTimeout:
    case RecipeId::BrokenOrphanedLease:
    case RecipeId::BrokenLeakedWatch: return with(Fault::GiveUp);
    case RecipeId::BrokenSilentLoss: return with(Fault::Expire);
    case RecipeId::BrokenOvertakingWriter: setup.clients.writers = 1; return with(Fault::Downgrade);
    case RecipeId::BrokenForeignChild: setup.strayNode = true; return setup;
    default: return setup; // all others break by themselves
    }
}

Setup usualSetup(RecipeId recipe)
{
    return locks::recipeInfo(recipe).isSound() ? setupOf(recipe, 2) : brokenSetup(recipe);
}

QStringList directoriesOf(const Setup &setup)
{
    const lab::SpawnRequest &clients = setup.clients;
    if (locks::isOfOneNode(clients.recipe))
        return {};
    QStringList directories{clients.lock};
    for (const QString &path : clients.paths)
        directories += path;
    if (locks::recipeInfo(clients.recipe).options.leases) {
        const locks::SemaphorePaths paths = locks::semaphorePaths(clients.dialect, clients.lock);
        directories += {paths.queue, paths.leases};
    }
    directories.removeDuplicates();
    directories.sort();
    return directories;
}

std::optional<Error> validate(const Setup &setup)
{
    const auto refused = [](const Text &why) { return Error{ErrorCode::InvalidInput, u"explore"_s, {}, why}; };
    if (!locks::recipeInfo(setup.clients.recipe).isOfZooKeeper())
        return refused(Text::en("%1 is no lock of ZooKeeper: the model has no other servers.")
                           .arg(locks::recipeName(setup.clients.recipe)));
    if (setup.clients.count > mostClients || setup.clients.rounds > mostRounds || setup.clients.rounds < 1)
        return refused(
            Text::en("There can be up to %1 clients with 1 to %2 rounds each.").arg(mostClients, mostRounds));
    return lab::validate(setup.clients);
}

} // namespace lockscope::explore
