// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake/fakeensemble.h"

#include "core/base/path.h"

#include <algorithm>

namespace lockscope::fake {

using namespace Qt::StringLiterals;
using What = model::Choice::What;

namespace {

/// As the journal has it of recipes.
QString wordOf(Operation operation)
{
    return operation == Operation::List ? u"get_children"_s : operationName(operation);
}

Operation operationOf(const QString &word)
{
    return word == "get_children"_L1 ? Operation::List : operationNamed(word).value();
}

} // namespace

// ---- the ensemble ----

FakeEnsemble::FakeEnsemble() = default;
FakeEnsemble::~FakeEnsemble() = default;

FakeSession &FakeEnsemble::newSession()
{
    model::Session &session = m_model.open(u"session %1"_s.arg(m_sessions.size()));
    m_sessions.push_back(std::unique_ptr<FakeSession>(new FakeSession(m_model, session)));
    return *m_sessions.back();
}

std::vector<model::Offer> FakeEnsemble::candidates()
{
    std::vector<model::Offer> offers = m_model.choices();
    std::erase_if(offers, [this](const model::Offer &offer) {
        const What what = offer.choice.what;
        if (offer.isFault || what == What::Expire || what == What::Pass || what == What::Reap)
            return true;
        const bool waits = what == What::Reconnect && !m_sessions[offer.choice.subject]->m_comesBack;
        return waits && !m_model.ensemble().isEnded(offer.choice.subject);
    });
    return offers;
}

bool FakeEnsemble::step()
{
    const std::vector<model::Offer> offers = candidates();
    if (offers.empty())
        return false;
    auto chosen = std::min_element(offers.begin(), offers.end(),
                                   [](const model::Offer &a, const model::Offer &b) { return a.since < b.since; });
    if (m_random)
        chosen = offers.begin() + std::uniform_int_distribution<std::ptrdiff_t>(0, std::ssize(offers) - 1)(*m_random);
    if (chosen->choice.what == What::Arrive)
        m_sessions[chosen->choice.subject]->stageLoss(*m_model.ensemble().arriving(chosen->choice.subject));
    m_model.happen(chosen->choice);
    return true;
}

bool FakeEnsemble::steps(int count)
{
    bool more = true;
    for (int i = 0; i < count && more; ++i)
        more = step();
    return more;
}

int FakeEnsemble::run()
{
    int steps = 0;
    while (step()) {
        if (++steps > 1'000'000)
            qFatal("FakeEnsemble: this never comes to rest");
    }
    return steps;
}

QStringList FakeEnsemble::children(const QString &path) const
{
    const model::Node *node = tree().find(path);
    return node ? QStringList(node->children.begin(), node->children.end()) : QStringList();
}

std::optional<NodeStat> FakeEnsemble::stat(const QString &path) const
{
    const model::Node *node = tree().find(path);
    return node ? std::optional(node->shown()) : std::nullopt;
}

QStringList FakeEnsemble::ephemerals(const FakeSession *session) const
{
    QStringList paths;
    for (const QString &path : tree().paths()) {
        const NodeStat &stat = tree().find(path)->stat;
        if (stat.isEphemeral() && (!session || stat.ephemeralOwner == session->session()))
            paths.append(path);
    }
    return paths;
}

QByteArray FakeEnsemble::data(const QString &path) const
{
    const model::Node *node = tree().find(path);
    return node ? node->data : QByteArray();
}

bool FakeEnsemble::isContainer(const QString &path) const
{
    const model::Node *node = tree().find(path);
    return node && node->isContainer();
}

void FakeEnsemble::make(const QString &path)
{
    if (path.size() <= 1 || has(path))
        return;
    make(parentPath(path));
    m_model.ensemble().write(WriteOp::create(path));
}

void FakeEnsemble::erase(const QString &path)
{
    for (const QString &child : children(path))
        erase(joinPath(path, child));
    m_model.ensemble().write(WriteOp::remove(path));
}

void FakeEnsemble::setData(const QString &path, const QByteArray &data)
{
    m_model.ensemble().write(WriteOp::set(path, data));
}

int FakeEnsemble::watchCount(const FakeSession &session) const
{
    return m_model.ensemble().watches().count(session.inModel().number());
}

QStringList FakeEnsemble::watchedPaths() const
{
    const auto paths = m_model.ensemble().watches().paths();
    return QStringList(paths.begin(), paths.end());
}

// ---- a session: what is asked ----

template<typename T, typename Ask>
Reply<T> FakeSession::counted(const QString &operation, const QString &path, Ask ask)
{
    if (m_closedWith && !isOver())
        return Result<T>(failure(*m_closedWith, operation, path));
    if (m_session.state() == ConnectionState::Connected)
        ++m_requests[operation];
    return ask();
}

Reply<SessionId> FakeSession::connected()
{
    if (m_closedWith && !isOver())
        return Result<SessionId>(failure(*m_closedWith));
    return m_session.connected();
}

Reply<CreatedNode> FakeSession::create(QString path, QByteArray data, NodeKind kind)
{
    return counted<CreatedNode>(u"create"_s, path, [&] { return m_session.create(path, data, kind); });
}

Reply<Children> FakeSession::children(QString path)
{
    return counted<Children>(u"get_children"_s, path, [&] {
        if (!std::exchange(m_lagsOnce, false))
            return m_session.children(path);
        const ReplyPromise<Children> promise;
        m_session.children(path).then([this, promise](Result<Children> listed) {
            promise.complete(listed ? Result<Children>(asSeen(*listed)) : std::move(listed));
        });
        return Reply<Children>(promise);
    });
}

Reply<recipes::WatchedChildren> FakeSession::watchChildren(QString path)
{
    return counted<recipes::WatchedChildren>(u"get_children"_s, path, [&] {
        if (!std::exchange(m_lagsOnce, false))
            return m_session.watchChildren(path);
        const ReplyPromise<recipes::WatchedChildren> promise;
        m_session.watchChildren(path).then([this, promise](Result<recipes::WatchedChildren> listed) {
            if (listed)
                listed->children = asSeen(listed->children);
            promise.complete(std::move(listed));
        });
        return Reply<recipes::WatchedChildren>(promise);
    });
}

Children FakeSession::asSeen(Children children) const
{
    const model::Tree &tree = m_model.ensemble().tree();
    QStringList ours;
    for (const QString &path : tree.ephemerals(session()))
        ours.append(baseName(path));
    QStringList names = children.names.toList();
    names.removeIf([&ours](const QString &name) { return ours.contains(name); });
    children.names = NameList(names);
    return children;
}

Reply<recipes::Watched> FakeSession::watchExists(QString path)
{
    return counted<recipes::Watched>(u"exists"_s, path, [&] { return m_session.watchExists(path); });
}

Reply<NodeStat> FakeSession::exists(QString path)
{
    return counted<NodeStat>(u"exists"_s, path, [&] { return m_session.exists(path); });
}

Reply<NodeContent> FakeSession::get(QString path)
{
    return counted<NodeContent>(u"get"_s, path, [&] { return m_session.get(path); });
}

Reply<recipes::WatchedContent> FakeSession::watchData(QString path)
{
    return counted<recipes::WatchedContent>(u"get"_s, path, [&] { return m_session.watchData(path); });
}

Reply<NodeStat> FakeSession::set(QString path, QByteArray data, int version)
{
    return counted<NodeStat>(u"set"_s, path, [&] { return m_session.set(path, data, version); });
}

Reply<Done> FakeSession::remove(QString path, int version)
{
    return counted<Done>(u"delete"_s, path, [&] { return m_session.remove(path, version); });
}

// ---- what is done to it ----

void FakeSession::lose(Loss loss, const QString &operation, int nth)
{
    m_losses[operation] = {loss, nth};
}

void FakeSession::stageLoss(const model::Request &arriving)
{
    const auto found = m_losses.find(wordOf(arriving.operation));
    if (found == m_losses.end() || arriving.closesSession || --found->second.second > 0)
        return;
    m_model.ensemble().loseNext(m_session.number(), found->second.first);
    m_losses.erase(found);
    m_comesBack = true;
}

void FakeSession::happen(What what)
{
    for (const model::Offer &offer : m_model.choices()) {
        if (offer.choice.what == what && offer.choice.subject == m_session.number()) {
            const model::Choice choice = offer.choice;
            m_model.happen(choice);
            return;
        }
    }
}

void FakeSession::disconnect()
{
    m_comesBack = false;
    happen(What::Break);
}

void FakeSession::reconnect()
{
    m_comesBack = false;
    happen(What::Reconnect);
}

void FakeSession::expire()
{
    if (!m_model.ensemble().isEnded(m_session.number()))
        m_model.happen({What::Expire, m_session.number(), 0});
}

void FakeSession::cut(bool clean)
{
    if (isOver())
        return;
    if (clean)
        expire(); // as far as others see
    m_session.crash();
}

void FakeSession::refuse(const QString &operation, ErrorCode code)
{
    m_model.ensemble().refuse(m_session.number(), operationOf(operation), {}, code);
}

void FakeSession::refuseKind(NodeKind kind, ErrorCode code)
{
    m_model.ensemble().refuse(m_session.number(), Operation::Create, kind, code);
}

int FakeSession::requests(const QString &operation) const
{
    const auto found = m_requests.find(operation);
    return found == m_requests.end() ? 0 : found->second;
}

} // namespace lockscope::fake
