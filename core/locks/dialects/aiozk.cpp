// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialectrules.h"

namespace lockscope::locks::dialects {

namespace {

/// A label of the user's own: "LABEL-" and 32 hex digits.
std::optional<NameView> readLabelled(QStringView prefix, qint64 sequence)
{
    constexpr qsizetype length = 32;
    if (prefix.size() < length + 3 || !prefix.endsWith(u'-') || prefix[prefix.size() - length - 2] != u'-')
        return std::nullopt;
    const QStringView id = prefix.chopped(1).last(length);
    if (!isHexId(id))
        return std::nullopt;
    return NameView{Dialect::Generic, NameKind::Mutex, Mode::Exclusive, sequence, id};
}

} // namespace

/// Python's aiozk, and zoonado, from which it comes.
DialectRules aiozk()
{
    DialectRules rules{u"aiozk"_s, Text::verbatim(u"aiozk"_s), Text::en("aiozk or zoonado")};
    rules.names = {
        {u"lock-"_s, TokenForm::HexId, u"-"_s, NameKind::Mutex, Mode::Exclusive},
        {u"read-"_s, TokenForm::HexId, u"-"_s, NameKind::ReadWrite, Mode::Shared},
        {u"write-"_s, TokenForm::HexId, u"-"_s, NameKind::ReadWrite, Mode::Exclusive},
    };
    rules.readName = readLabelled;
    rules.hasCommonNames = true;
    return rules;
}

} // namespace lockscope::locks::dialects
