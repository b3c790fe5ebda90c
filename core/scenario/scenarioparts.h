// SPDX-License-Identifier: Apache-2.0
// The two halves of a scenario's file: who takes part ("clients", with the settings that the top level gives all of
// them), and what happens and should come of it ("steps", "expect"). Part of core/scenario/scenariofiles.cpp, which
// also looks whether the steps can be carried out in their order.
#pragma once

#include "core/base/strictjson.h"
#include "core/scenario/scenario.h"

#include <functional>

namespace lockscope::lab {

/// The one of \a all whose name stands there.
template<typename T, typename NameOf>
std::optional<T> oneOf(JsonFields &fields, const QString &key, const QList<T> &all, NameOf nameOf)
{
    QStringList names;
    for (const T &one : all)
        names << std::invoke(nameOf, one);
    const auto read = [&](QStringView name) {
        const qsizetype at = names.indexOf(name);
        return at < 0 ? std::nullopt : std::optional(all.at(at));
    };
    return fields.choice<T>(key, read, names);
}

/// The clients of the file whose top level is \a top, and the kind of server that they need: as "backend" says, or
/// their recipes.
QList<SpawnRequest> readClients(JsonFields &top, locks::Backend *backend);
/// "A", "client-*", "*", or a list of such, as names; complains about what fits none of \a all.
ClientNames readNames(JsonFields &fields, const QString &key, const ClientNames &all);

QList<PlannedStep> readSteps(JsonFields &top, const ClientNames &clients, const QStringList &lockPaths);
QList<Expectation> readExpectations(JsonFields &top, const ClientNames &clients, const QStringList &lockPaths);

} // namespace lockscope::lab
