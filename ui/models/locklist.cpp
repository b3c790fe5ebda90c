// SPDX-License-Identifier: Apache-2.0
#include "ui/models/locklist.h"

#include "core/base/sessiontext.h"
#include "core/base/visible.h"
#include "ui/models/listdiff.h"
#include "ui/models/text.h"

#include <QElapsedTimer>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int soonMs = 150;
constexpr int restFactor = 10; ///< times as long as an answer took: the window has other things to do
constexpr int listSliceMs = 8;

/// What a lock is put in order by: the least comes first, and equals stand by path.
struct Place
{
    qint64 first = 0;
    qint64 second = 0;
    QString name;

    auto operator<=>(const Place &other) const
    {
        return std::tie(first, second, name) <=> std::tie(other.first, other.second, other.name);
    }
};

Place placeOf(LockOrder order, const LockFacts *facts)
{
    constexpr qint64 last = std::numeric_limits<qint64>::max();
    if (!facts) // could not be read, or is none
        return order == LockOrder::Path ? Place() : Place{last, 0, {}};
    switch (order) {
    case LockOrder::Path: return {};
    case LockOrder::LongestWait: // pending ones, whose age is not known yet, after those whose is
        return {facts->waiting == 0             ? last - 1
                : facts->oldestWaitCtimeMs == 0 ? last - 2
                                                : facts->oldestWaitCtimeMs,
                0,
                {}};
    case LockOrder::Waiters: return {-qint64(facts->waiting), 0, {}};
    case LockOrder::Findings: return {facts->worst ? -1 - qint64(*facts->worst) : 0, -qint64(facts->troubles), {}};
    case LockOrder::Kind: return {qint64(facts->kind), qint64(facts->dialect), {}};
    case LockOrder::Owner: return {facts->holders > 0 ? 0 : 1, facts->holder.isEmpty() ? 1 : 0, facts->holder};
    }
    return {};
}

} // namespace

LockList::LockList(LiveWorld *world, LocksModel *locks, QObject *parent)
    : QAbstractListModel(parent)
    , m_world(world)
    , m_locks(locks)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(soonMs);
    connect(&m_soon, &QTimer::timeout, this, [this] { ask(false); });
    m_slice.setInterval(0);
    connect(&m_slice, &QTimer::timeout, this, &LockList::lookOn);
    connect(world, &LiveWorld::changed, this, &LockList::askSoon);
    connect(locks, &QAbstractItemModel::rowsInserted, this, &LockList::askSoon);
    connect(locks, &QAbstractItemModel::rowsRemoved, this, &LockList::askSoon);
}

void LockList::setQuestion(const LockQuestion &question)
{
    if (m_question == question)
        return;
    m_question = question;
    m_matcher = QStringMatcher(question.text, Qt::CaseInsensitive);
    m_isHex = std::ranges::all_of(question.text, [](QChar letter) {
        const char16_t lower = letter.toLower().unicode();
        return letter.isDigit() || lower == u'x' || (lower >= u'a' && lower <= u'f');
    });
    m_session = sessionFromText(question.text).value_or(SessionId());
    ask(true);
}

void LockList::askSoon()
{
    m_isOld = isSearching();
    if (!m_question.asksForAll() && !m_soon.isActive() && !m_isOld)
        m_soon.start();
}

/// Of a new question what is there at once is shown at once; of one that is asked again what is shown stays meanwhile.
void LockList::ask(bool isNew)
{
    QElapsedTimer timer;
    timer.start();
    m_soon.stop();
    m_foundReasons.clear();
    m_found.clear();
    m_unlooked.clear();
    m_isOld = false;
    if (!m_question.asksForAll())
        m_found = answer(m_foundReasons);
    if (!m_question.text.isEmpty() && !m_question.onlyWithWaiters)
        m_unlooked = m_locks->unopened();
    if (isSearching() && isNew) {
        m_reasons = m_foundReasons;
        show(m_found);
    }
    m_tookMs = timer.elapsed();
    if (isSearching())
        m_slice.start();
    else
        finish();
}

void LockList::lookOn()
{
    QElapsedTimer timer;
    timer.start();
    while (isSearching() && timer.elapsed() < listSliceMs) {
        for (QString &path : m_locks->leavesOf(m_unlooked.takeLast())) {
            if (fits(path))
                m_found.push_back(std::move(path));
        }
    }
    m_tookMs += timer.elapsed();
    if (isSearching())
        return;
    m_slice.stop();
    if (m_question.order == LockOrder::Path)
        std::ranges::sort(m_found);
    finish();
    if (m_isOld)
        askSoon();
    Q_EMIT searched();
}

void LockList::finish()
{
    QElapsedTimer timer;
    timer.start();
    m_slice.stop();
    m_reasons = std::exchange(m_foundReasons, {});
    show(std::exchange(m_found, {}));
    m_soon.setInterval(std::max<int>(soonMs, restFactor * int(m_tookMs + timer.elapsed())));
}

// ---- the answer ----

/// In the time of the sessions: a search through contenders then compares numbers.
QSet<SessionId> LockList::sessionsThatFit() const
{
    QSet<SessionId> fitting;
    const auto hasNumber = [this](SessionId id) { return id == m_session || (m_isHex && fits(id.toHex())); };
    const journal::World &world = m_world->world();
    for (const locks::SessionFacts &facts : world.knowledge().sessions) {
        if (fits(facts.client) || hasNumber(facts.id))
            fitting.insert(facts.id);
    }
    for (const auto &[id, client] : world.clients()) {
        if (!client.session.isNull() && (fits(client.spec.name) || hasNumber(client.session)))
            fitting.insert(client.session);
    }
    return fitting;
}

std::optional<QString> LockList::contenderThatFits(const locks::LockQueue &queue, const QSet<SessionId> &sessions) const
{
    int place = 0;
    for (const locks::Contender &contender : queue.contenders) {
        ++place;
        const SessionId owner = contender.node.owner();
        if (!sessions.contains(owner) && !fits(QString::fromUtf8(contender.node.data))
            && !fits(contender.node.name)
            // Servers need not report a session for its number to be on its nodes.
            && (owner.isNull() || owner != m_session)
            && (owner.isNull() || !m_question.text.startsWith("0x"_L1, Qt::CaseInsensitive) || !fits(owner.toHex())))
            continue;
        const QString name = contenderLabel(m_world->world(), contender);
        switch (contender.state) {
        case locks::ContenderState::Holding: return tr("%1 holds").arg(name);
        case locks::ContenderState::Waiting:
        case locks::ContenderState::Pending: return tr("%1 waits, place %2").arg(name, QString::number(place));
        case locks::ContenderState::Member:
        case locks::ContenderState::Foreign: return name;
        }
    }
    return std::nullopt;
}

std::vector<QString> LockList::answer(Reasons &reasons) const
{
    const bool searches = !m_question.text.isEmpty();
    const QSet<SessionId> sessions = searches ? sessionsThatFit() : QSet<SessionId>();
    std::vector<std::pair<Place, QString>> found;
    m_locks->forEachRow([&](const QString &path, const LockFacts *facts) {
        if (m_question.onlyWithWaiters && (!facts || facts->waiting == 0))
            return;
        if (searches && !fits(path)) {
            if (!facts)
                return;
            const auto reason = contenderThatFits(m_world->world().queue(path), sessions);
            if (!reason)
                return;
            reasons.insert(path, *reason);
        }
        found.emplace_back(placeOf(m_question.order, facts), path);
    });
    std::ranges::sort(found);
    std::vector<QString> paths;
    paths.reserve(found.size());
    for (auto &[place, path] : found)
        paths.push_back(std::move(path));
    return paths;
}

/// Rows that are gone go, new ones come at the end, then all take their places: a row that stays is chosen still.
void LockList::show(std::vector<QString> paths)
{
    QHash<QString, int> rows;
    for (size_t row = 0; row < paths.size(); ++row)
        rows.insert(paths[row], int(row));
    std::vector<bool> gone(m_paths.size());
    for (size_t row = 0; row < m_paths.size(); ++row)
        gone[row] = !rows.contains(m_paths[row]);
    const std::vector<RowRun> runs = runsWhere(gone);
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        beginRemoveRows({}, run->first, run->last);
        m_paths.erase(m_paths.begin() + run->first, m_paths.begin() + run->last + 1);
        endRemoveRows();
    }
    const QSet<QString> kept(m_paths.cbegin(), m_paths.cend());
    std::vector<QString> came;
    std::ranges::copy_if(paths, std::back_inserter(came), [&](const QString &path) { return !kept.contains(path); });
    if (!came.empty()) {
        beginInsertRows({}, int(m_paths.size()), int(m_paths.size() + came.size()) - 1);
        std::ranges::move(came, std::back_inserter(m_paths));
        endInsertRows();
    }
    if (m_paths != paths) {
        Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        const QModelIndexList before = persistentIndexList();
        QModelIndexList after;
        for (const QModelIndex &index : before)
            after += this->index(rows.value(m_paths[size_t(index.row())]), 0);
        m_paths = std::move(paths);
        changePersistentIndexList(before, after);
        Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }
    if (!m_paths.empty())
        Q_EMIT dataChanged(index(0), index(int(m_paths.size()) - 1));
}

// ---- rows ----

QModelIndex LockList::indexOfPath(const QString &path) const
{
    const auto found = std::ranges::find(m_paths, path);
    return found == m_paths.end() ? QModelIndex() : index(int(found - m_paths.begin()));
}

QVariant LockList::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const QString &path = m_paths[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return visible(path);
    case LocksModel::PathRole: return path;
    // What is below a row has rows of its own here.
    case LocksModel::InsideSeverityRole:
    case LocksModel::InsideTroublesRole: return {};
    case LocksModel::SummaryRole:
    case LocksModel::ShortRole:
        if (const QString reason = m_reasons.value(path); !reason.isEmpty())
            return visible(reason);
        break;
    default: break;
    }
    return m_locks->data(m_locks->indexOfPath(path), role);
}

} // namespace lockscope::ui

#include "moc_locklist.cpp"
