// SPDX-License-Identifier: Apache-2.0
#include "core/observe/guardedwrite.h"

#include "core/base/path.h"

#include <QMap>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

/// So often may another client make a child in one of the directories between our two requests before we give up.
constexpr int maxAttempts = 40;
/// After so many the counter of a directory is let go where its numbered names protect themselves.
constexpr int busyAfter = 8;
constexpr int anyVersion = -1;

/// A name that ends in a number which its directory gave it, and gives no other node.
bool isNumbered(const QString &path)
{
    constexpr qsizetype digits = 10;
    return path.size() > digits
           && std::all_of(path.end() - digits, path.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

Text whatDiffers(const NodeIdentity &looked, const NodeStat &now)
{
    if (looked.czxid == now.czxid && looked.owner == now.ephemeralOwner)
        return Text::en("its data changed: another client may hold it by now");
    const auto owner = [](SessionId session) {
        return session.isNull() ? Text::en("no session") : Text::en("session %1").arg(session.toHex());
    };
    return Text::en("it was created again: czxid %1 of %2, before %3 of %4")
        .arg(now.czxid.toHex(), owner(now.ephemeralOwner), looked.czxid.toHex(), owner(looked.owner));
}

class GuardedWriter
{
public:
    GuardedWriter(zk::Session &session, GuardedWrite write)
        : m_session(&session)
        , m_write(std::move(write))
    {
        for (const NodeIdentity &node : m_write.nodes) {
            for (QString at = parentPath(node.path); !at.isEmpty(); at = parentPath(at))
                m_directories.insert(at, {}); // sorted: a directory comes before those in it
        }
    }

    Task<GuardedOutcome> run()
    {
        for (m_outcome.attempts = 1; m_outcome.attempts <= maxAttempts; ++m_outcome.attempts) {
            m_outcome.error = co_await look();
            if (m_outcome.error)
                co_return m_outcome;
            judgeWindow();
            if (m_outcome.window == Window::Open && !m_write.mayBeOpen) {
                fail(Text::sentences({m_outcome.windowReason, Text::en("Nothing was written.")}));
                co_return m_outcome;
            }
            const bool again = co_await attempt();
            if (!again)
                co_return m_outcome;
        }
        fail(Text::en("%1: %2 times in a row a change came between looking and acting. Nothing was written; try again.")
                 .arg(m_busy, maxAttempts));
        m_outcome.attempts = maxAttempts;
        co_return m_outcome;
    }

private:
    struct Directory
    {
        bool guarded = true;
        Text whyNot = {};
        int failures = 0;
    };

    void fail(const Text &sentence) { m_outcome.error = Error{ErrorCode::InvalidInput, {}, {}, sentence}; }

    /// Reads the directories from the root down, then the nodes: in this order, in one burst.
    Task<std::optional<Error>> look()
    {
        m_guards.clear();
        m_versions.clear();
        if (!m_session)
            co_return Error{ErrorCode::Closed, operation(), {}, {}};
        // What was refused may have been looked at behind the others: the next look is none of before.
        std::optional<Reply<Done>> catchingUp;
        if (m_outcome.attempts > 1)
            catchingUp = m_session->sync(u"/"_s);
        std::vector<std::pair<QString, Reply<NodeStat>>> reading;
        for (auto it = m_directories.cbegin(); it != m_directories.cend(); ++it) {
            if (it->guarded)
                reading.emplace_back(it.key(), m_session->exists(it.key()));
        }
        std::vector<Reply<NodeStat>> looking;
        for (const NodeIdentity &node : m_write.nodes)
            looking.push_back(m_session->exists(node.path));
        std::vector<Reply<NodeStat>> lookingBehind;
        for (const NodeIdentity &node : m_write.behind)
            lookingBehind.push_back(m_session->exists(node.path));
        std::optional<Error> directoryError;
        for (const auto &[directory, reply] : reading) {
            const auto stat = co_await reply;
            if (!stat)
                directoryError = stat.error();
            else if (const quint32 next = createsUnder(*stat); next < lastSureCreate)
                m_guards.push_back({directory, next});
            else
                giveUp(directory, Text::en("the sequence numbers of %1 are used up").arg(directory));
        }
        std::optional<Error> error;
        for (size_t i = 0; i < looking.size(); ++i) {
            const auto stat = co_await looking[i];
            const NodeIdentity &node = m_write.nodes[i];
            if (!stat && !error)
                error = stat.error();
            else if (stat && !node.isSame(*stat) && !error)
                error = Error{ErrorCode::IdentityChanged, operation(), node.path, whatDiffers(node, *stat)};
            m_versions.push_back(stat ? stat->version : -1);
        }
        for (size_t i = 0; i < lookingBehind.size(); ++i) {
            const auto stat = co_await lookingBehind[i];
            const bool isGone = stat ? !m_write.behind[i].isSame(*stat) : stat.error().code == ErrorCode::NoNode;
            m_outcome.isBehindGone = m_outcome.isBehindGone || isGone;
            if (!error && isGone)
                error = Error{ErrorCode::IdentityChanged, operation(), m_write.behind[i].path, {}};
            else if (!error && !stat)
                error = stat.error();
        }
        if (!error)
            error = directoryError;
        if (catchingUp)
            (void)co_await *catchingUp;       // where it may not, or cannot, the look stands
        if (error && error->outcomeUnknown()) // of a look: nothing was to be carried out yet
            error = Error{ErrorCode::NotConnected, operation(), m_write.nodes.front().path, error->detail};
        co_return error;
    }

    /// True: the nodes are to be looked at again.
    Task<bool> attempt()
    {
        if (!m_session) {
            m_outcome.error = Error{ErrorCode::Closed, operation(), {}, {}};
            co_return false;
        }
        const Reply<zk::MultiAnswer> asked = m_session->multi(ops());
        const bool wasSent = !asked.await_ready();
        const auto answer = co_await asked;
        if (!answer) {
            m_outcome.error = answer.error();
            if (wasSent && m_outcome.error->isNoAnswer())
                neverAnswered(*m_outcome.error);
            co_return false;
        }
        if (!answer->refused) {
            if (m_write.onGuards)
                m_write.onGuards(m_guards);
            co_return false;
        }
        const auto at = static_cast<size_t>(answer->refusedAt);
        if (at - 2 * m_guards.size() < m_write.behind.size() && answer->refused->code == ErrorCode::NoAuth) {
            m_write.whyUnchecked =
                Text::en("Whether %1 was still there as it was done could not be checked, since this "
                         "login may not read it.")
                    .arg(answer->refused->path);
            m_write.behind.clear();
            co_return true;
        }
        if (at >= 2 * m_guards.size())
            co_return isWorthAnotherLook(*answer->refused); // which finds it gone if it is one of those before
        co_return guardRefused(m_guards[at / 2].directory, at % 2 == 1, *answer->refused);
    }

    /// It was on its way as the connection went, or as the session was closed: it may have been carried out.
    void neverAnswered(Error &error) const
    {
        if (!error.outcomeUnknown())
            error.code = ErrorCode::ConnectionLoss;
        error.operation = operation();
        error.path = m_write.nodes.front().path;
    }

    std::vector<zk::WriteOp> ops() const
    {
        std::vector<zk::WriteOp> ops;
        for (const Guard &guard : m_guards) {
            const QString prefix = joinPath(guard.directory, u"lockscope-guard-");
            ops.emplace_back(zk::WriteOp::create(prefix, {}, NodeKind::PersistentSequential));
            ops.emplace_back(zk::WriteOp::remove(prefix + u"%1"_s.arg(guard.number, 10, 10, QLatin1Char('0'))));
        }
        for (const NodeIdentity &node : m_write.behind)
            ops.emplace_back(zk::WriteOp::check(node.path, anyVersion));
        for (size_t i = 0; i < m_write.nodes.size(); ++i) {
            if (m_write.data)
                ops.emplace_back(zk::WriteOp::set(m_write.nodes[i].path, *m_write.data, m_versions[i]));
            else
                ops.emplace_back(zk::WriteOp::remove(m_write.nodes[i].path, m_versions[i]));
        }
        return ops;
    }

    /// Its data changed, or it went: what it is now is said by another look.
    bool isWorthAnotherLook(const Error &refused)
    {
        if (refused.code == ErrorCode::BadVersion || refused.code == ErrorCode::NoNode) {
            m_busy = Text::en("The data of %1 are written, or the node is made again, all the time").arg(refused.path);
            return true;
        }
        m_outcome.error = refused;
        return false;
    }

    /// True: the nodes are to be looked at again.
    bool guardRefused(const QString &directory, bool isDelete, const Error &refused)
    {
        m_busy = Text::en("Other nodes are being made in %1 all the time").arg(directory);
        if (refused.code == ErrorCode::NoAuth && isDelete)
            return deleteForbidden(directory, refused);
        Directory &at = m_directories[directory];
        if (!isDelete && refused.code != ErrorCode::NoNode) // it is not allowed, or not possible, there
            giveUp(directory, refused.code == ErrorCode::NoAuth
                                  ? Text::en("this login may not create nodes in %1").arg(directory)
                                  : Text::en("no node can be made in %1").arg(directory));
        else if (++at.failures >= busyAfter && !isParentOfUnnumbered(directory))
            giveUp(directory, Text::en("too many nodes are being made in %1").arg(directory));
        return true;
    }

    /// What may not delete its guard may not delete a node beside it either.
    bool deleteForbidden(const QString &directory, const Error &refused)
    {
        for (const NodeIdentity &node : m_write.nodes) {
            if (!m_write.data && parentPath(node.path) == directory) {
                m_outcome.error = Error{refused.code, operation(), node.path, {}};
                return false;
            }
        }
        giveUp(directory, Text::en("this login may not delete nodes in %1").arg(directory));
        return true;
    }

    bool isParentOfUnnumbered(const QString &directory) const
    {
        return std::any_of(m_write.nodes.begin(), m_write.nodes.end(), [&](const NodeIdentity &node) {
            return parentPath(node.path) == directory && !isNumbered(node.path);
        });
    }

    void giveUp(const QString &directory, const Text &why)
    {
        m_directories[directory].guarded = false;
        m_directories[directory].whyNot = why;
    }

    /// What the guards that are left can prove.
    void judgeWindow()
    {
        m_outcome.window = Window::Closed;
        m_outcome.windowReason = {};
        for (const NodeIdentity &node : m_write.nodes) {
            const auto [window, reason] = windowOf(node.path);
            if (window > m_outcome.window) {
                m_outcome.window = window;
                m_outcome.windowReason = reason;
            }
        }
        if (m_outcome.window == Window::Closed && !m_write.whyUnchecked.isEmpty()) {
            m_outcome.window = Window::Narrow;
            m_outcome.windowReason = m_write.whyUnchecked;
        }
    }

    /// A directory that is guarded from above is the same one, and then so is a numbered name in it.
    std::pair<Window, Text> windowOf(const QString &path) const
    {
        const QString parent = parentPath(path);
        const Directory &own = m_directories[parent];
        if (!own.guarded) {
            const bool sameDirectory = parent == "/"_L1 || m_directories[parentPath(parent)].guarded;
            if (!isNumbered(path) || !sameDirectory)
                return {Window::Open,
                        Text::en("A node that took the place of %1 between two requests would not be noticed: %2.")
                            .arg(path, own.whyNot)};
            return {Window::Narrow, Text::en("Only a node that was given the numbered name %1 by hand, between two "
                                             "requests, would not be noticed: %2.")
                                        .arg(path, own.whyNot)};
        }
        for (QString at = parentPath(parent); !at.isEmpty(); at = parentPath(at)) {
            if (const Directory &above = m_directories[at]; !above.guarded)
                return {Window::Narrow, Text::en("If all of %1 was made again between two requests, with exactly as "
                                                 "many children, that would not be noticed: %2.")
                                            .arg(parent, above.whyNot)};
        }
        if (m_session && m_session->hasChroot())
            return {Window::Narrow,
                    Text::en("If everything below the chroot was made again between two requests, another node may "
                             "have been hit.")};
        return {Window::Closed, {}};
    }

    QString operation() const { return m_write.data ? u"set"_s : u"delete"_s; }

    QPointer<zk::Session> m_session;
    GuardedWrite m_write;
    QMap<QString, Directory> m_directories; ///< all above the nodes
    std::vector<Guard> m_guards;
    std::vector<qint32> m_versions;
    Text m_busy; ///< what came between at last
    GuardedOutcome m_outcome;
};

} // namespace

QString windowName(Window window)
{
    switch (window) {
    case Window::Closed: return u"closed"_s;
    case Window::Narrow: return u"narrow"_s;
    case Window::Open: return u"open"_s;
    }
    return {};
}

Task<GuardedOutcome> writeGuarded(zk::Session &session, GuardedWrite write)
{
    if (write.nodes.empty())
        co_return GuardedOutcome{Error{ErrorCode::InvalidInput, {}, {}, Text::en("No node was named.")}};
    GuardedWriter writer(session, std::move(write));
    co_return co_await writer.run();
}

} // namespace lockscope::observe
