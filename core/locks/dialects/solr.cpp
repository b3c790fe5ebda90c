// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

/// "72057594037927936-core_node1-n_": session, the node's name, and the number.
std::optional<NameView> readElector(QStringView prefix, qint64 sequence)
{
    if (sequence < 0 || !prefix.endsWith(u"-n_"_s))
        return std::nullopt;
    const auto session = leadingToken(TokenForm::DecimalSession, prefix);
    const qsizetype shortest = session ? session->size() + 5 : 0; // '-', a character, "-n_"
    if (!session || prefix.size() < shortest || prefix[session->size()] != u'-')
        return std::nullopt;
    return NameView{Dialect::Generic, NameKind::Election, Mode::Exclusive, sequence, *session};
}

// "/overseer_elect/election" and "/overseer_elect/leader"; of a shard "/collections/C/leader_elect/S/election" and
// "/collections/C/leaders/S/leader".

QString leadersNode(const QString &election)
{
    if (baseName(election) != "election"_L1)
        return {};
    const QString shard = parentPath(election);
    if (baseName(shard) == "overseer_elect"_L1)
        return shard + u"/leader"_s;
    const QString elections = parentPath(shard);
    if (baseName(elections) != "leader_elect"_L1)
        return {};
    return parentPath(elections) + u"/leaders/"_s + baseName(shard) + u"/leader"_s;
}

QString electionOf(const QString &directory)
{
    if (baseName(directory) == "overseer_elect"_L1)
        return directory + u"/election"_s;
    const QString leaders = parentPath(directory);
    if (baseName(leaders) != "leaders"_L1)
        return {};
    return parentPath(leaders) + u"/leader_elect/"_s + baseName(directory) + u"/election"_s;
}

} // namespace

/// Solr's LeaderElector, of shards and of the Overseer. Who joins at the head writes the number of the second in line;
/// who stands first leads from when it has made a node elsewhere.
DialectRules solr()
{
    DialectRules rules{u"solr"_s, Text::verbatim(u"Solr"_s), Text::en("Solr's leader election")};
    rules.readName = readElector;
    rules.waits = nodeBefore;
    rules.places = PlaceRule::JoinAtHead;
    rules.leaderNode = LeaderNodeRule{leadersNode, electionOf};
    return rules;
}

} // namespace lockscope::locks::dialects
