// SPDX-License-Identifier: Apache-2.0
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

} // namespace

/// Solr's LeaderElector, of shards and of the Overseer. Who joins at the head writes the number of the second in line.
DialectRules solr()
{
    DialectRules rules{u"solr"_s, Text::verbatim(u"Solr"_s), Text::en("Solr's leader election")};
    rules.readName = readElector;
    rules.waits = nodeBefore;
    rules.places = PlaceRule::JoinAtHead;
    return rules;
}

} // namespace lockscope::locks::dialects
