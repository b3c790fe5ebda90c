// SPDX-License-Identifier: Apache-2.0
#include "core/locks/dialect.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"

#include <QRegularExpression>
#include <QUuid>

#include <algorithm>
#include <array>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

std::optional<ParsedName> parseName(QStringView name)
{
    const auto view = viewName(name);
    return view ? std::optional(view->parsed()) : std::nullopt;
}

std::optional<NameView> viewName(QStringView name)
{
    const auto reading = dialectRegistry().read(name);
    return reading ? std::optional(reading->view) : std::nullopt;
}

std::optional<QString> namePrefix(Dialect dialect, NameKind kind, Mode mode, const QString &token)
{
    if (kind == NameKind::Queue || kind == NameKind::Node || (kind == NameKind::Mutex && mode == Mode::Shared))
        return std::nullopt;
    const std::vector<NamePattern> &names = rulesOf(dialect).names;
    const auto find = [&](NameKind wanted) {
        return std::find_if(names.begin(), names.end(), [&](const NamePattern &pattern) {
            return pattern.kind == wanted && (wanted == NameKind::Lease || pattern.mode == mode);
        });
    };
    auto found = find(kind);
    // A writer is named as the mutex is where the family has no other name for it.
    if (found == names.end() && kind == NameKind::ReadWrite && mode == Mode::Exclusive)
        found = find(NameKind::Mutex);
    if (found == names.end())
        return std::nullopt;
    return found->before + (found->token == TokenForm::None ? QString() : token) + found->after;
}

QString sequenceText(qint64 sequence)
{
    return QString::asprintf("%010lld", static_cast<long long>(sequence));
}

SemaphorePaths semaphorePaths(Dialect dialect, const QString &path)
{
    const SemaphoreShape shape = rulesOf(dialect).semaphore.value_or(SemaphoreShape{u"/locks"_s, u"/leases"_s});
    return {path + shape.queue, path + shape.leases};
}

QString newToken(Dialect dialect)
{
    const std::vector<NamePattern> &names = rulesOf(dialect).names;
    switch (names.empty() ? TokenForm::None : names.front().token) {
    case TokenForm::Uuid: return QUuid::createUuid().toString(QUuid::WithoutBraces);
    case TokenForm::HexId: return QUuid::createUuid().toString(QUuid::Id128);
    case TokenForm::None:
    case TokenForm::DecimalSession:
    case TokenForm::HexSession: break;
    }
    return {};
}

QString dialectName(Dialect dialect)
{
    return rulesOf(dialect).id;
}

Text dialectLabel(Dialect dialect)
{
    return rulesOf(dialect).label;
}

std::optional<Dialect> dialectFromName(QStringView name)
{
    return dialectRegistry().find(name);
}

Text modeText(Mode mode)
{
    switch (mode) {
    case Mode::Exclusive: return Text::en("exclusive");
    case Mode::Shared: return Text::en("shared");
    }
    return {};
}

QString modeName(Mode mode)
{
    return modeText(mode).english();
}

Text modeText(const ParsedName &name)
{
    return name.kind == NameKind::Lease ? Text::en("lease") : modeText(name.mode);
}

QString modeName(const ParsedName &name)
{
    return modeText(name).english();
}

namespace {

/// "lock", "mylock-", "ReadLock"; not "block-" nor "clock-".
bool hasLockWord(QStringView name)
{
    constexpr auto word = "lock"_L1;
    for (qsizetype i = name.indexOf(word, 0, Qt::CaseInsensitive); i >= 0;
         i = name.indexOf(word, i + 1, Qt::CaseInsensitive)) {
        const bool isOther = i > 0 && QStringView(u"bcBC").contains(name[i - 1]) && (i == 1 || !name[i - 2].isLetter());
        if (!isOther)
            return true;
    }
    return false;
}

/// Requests that are queued are named so, too.
bool saysMode(QStringView name)
{
    static constexpr std::array words{"R-"_L1, "W-"_L1, "read-"_L1, "write-"_L1};
    return std::ranges::any_of(words, [name](QLatin1StringView word) { return name.startsWith(word); });
}

bool pathSaysLock(const QString &directory)
{
    static const QRegularExpression word(u"mutex|semaphore|election|(^|[^a-z])leader(s|ship)?([^a-z]|$)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    return hasLockWord(directory) || word.match(directory).hasMatch();
}

} // namespace

bool saysLock(QStringView name, QStringView token, const QString &directory)
{
    return !token.isEmpty() || hasLockWord(name) || (saysMode(name) && !saysMembers(directory));
}

bool saysMembers(const QString &path)
{
    static const QRegularExpression word(u"(^|[^a-z])(workers|members|nodes|servers|instances|hosts|agents|brokers|"
                                         "consumers|executors|participants|replicas|peers|providers)\\z"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    return word.match(baseName(path)).hasMatch();
}

bool isOnlyNumbered(Dialect dialect, bool isMutex, QStringView name, QStringView token, const QString &directory)
{
    // Who is called a candidate stands for election, wherever it is.
    if (rulesOf(dialect).hasCommonNames)
        return !saysLock(name, {}, directory) && !name.contains("candidate"_L1) && !pathSaysLock(directory);
    const bool mayBeMember =
        dialect == Dialect::Generic || (dialect == Dialect::Plain && (isMutex || saysMembers(directory)));
    return mayBeMember && !saysLock(name, token, directory);
}

bool isOnlyMode(QStringView name, QStringView token, const QString &directory)
{
    return token.isEmpty() && saysMode(name) && !hasLockWord(name) && !pathSaysLock(directory);
}

namespace {

/// A name in such a directory is only a lock's name.
bool isPlaceOfLocks(const QString &directory)
{
    static const QRegularExpression place(u"\\A(locks?|mutex|mutexes)\\z"_s, QRegularExpression::CaseInsensitiveOption);
    return place.match(directory).hasMatch();
}

} // namespace

bool saysLeader(const QString &path)
{
    static const QRegularExpression word(u"(^|[^a-z])(leader|election|candidate|master)"
                                         "(s|ship|election|elector|selector)?([^a-z]|$)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    const QString above = baseName(parentPath(path));
    const bool mayBeBelow = !saysMembers(path) || saysElection(path); // workers of a master
    return (word.match(baseName(path)).hasMatch() && !isPlaceOfLocks(above))
           || (word.match(above).hasMatch() && mayBeBelow);
}

bool saysElection(const QString &path)
{
    static const QRegularExpression leader(u"(^|[^a-z])leader(ship)?\\z"_s, QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression election(u"(^|[^a-z])(leader|master)?(elections?|elector|selector)\\z"_s,
                                             QRegularExpression::CaseInsensitiveOption);
    const QString own = baseName(path);
    const QString above = baseName(parentPath(path));
    return (!isPlaceOfLocks(above) && (leader.match(own).hasMatch() || election.match(own).hasMatch()))
           || election.match(above).hasMatch();
}

} // namespace lockscope::locks
