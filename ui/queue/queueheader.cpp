// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queueheader.h"

#include "core/base/path.h"
#include "core/base/visible.h"
#include "core/locks/recipecatalog.h"
#include "ui/models/queuemodel.h"
#include "ui/models/text.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <optional>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::Freshness;
using locks::Finding;

namespace {

constexpr QStringView dotBetween = u" · ";
constexpr int leastLetters = 10; ///< of a fact that is shortened, else it goes

QString joined(const QStringList &facts, const QString &last)
{
    return visible((last.isEmpty() ? facts : facts + QStringList{last}).join(dotBetween));
}

} // namespace

FactsLine::FactsLine(QWidget *parent)
    : QLabel(parent)
{
    setTone(this, Tone::Small);
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it takes what is left, and asks for nothing
}

void FactsLine::setFacts(const QStringList &facts, const QString &last)
{
    m_facts = facts;
    m_last = last;
    setToolTip(joined(facts, last));
    setAccessibleName(toolTip());
    fit();
}

void FactsLine::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    fit();
}

void FactsLine::fit()
{
    const QFontMetrics metrics = fontMetrics();
    const int room = contentsRect().width() - 1; // fractions of a pixel
    QStringList facts = m_facts;
    while (facts.size() > 1 && metrics.horizontalAdvance(joined(facts, m_last)) > room)
        facts.removeLast();
    if (facts.size() == 1 && metrics.horizontalAdvance(joined(facts, m_last)) > room) {
        const int rest = room - metrics.horizontalAdvance(joined({QString()}, m_last));
        if (rest < leastLetters * metrics.averageCharWidth())
            facts.clear();
        else
            facts.front() = metrics.elidedText(facts.front(), Qt::ElideRight, rest);
    }
    setText(joined(facts, m_last));
}

namespace {

Banner::Severity bannerSeverity(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::Note: return Banner::Severity::Note;
    case Finding::Severity::Warning: return Banner::Severity::Warning;
    case Finding::Severity::Error: return Banner::Severity::Error;
    }
    return Banner::Severity::Note;
}

} // namespace

FindingsStrip::FindingsStrip(QWidget *parent)
    : QWidget(parent)
    , m_banner(new Banner(this))
    , m_more(makeLabel({}, Tone::Small, this))
{
    connect(m_banner, &Banner::actionTriggered, this, [this] { Q_EMIT showRequested(m_nodes); });
    makeColumn(this, {}, 8, {m_banner, m_more});
    hide();
}

void FindingsStrip::setPresenting(bool presenting)
{
    m_banner->setBrief(presenting); // names of nodes are nothing to a back row
}

void FindingsStrip::setFindings(const QList<Finding> &findings)
{
    setVisible(!findings.isEmpty());
    if (findings.isEmpty())
        return;
    const Finding &gravest = findings.front(); // the Findings panel has all
    m_nodes = gravest.nodes;
    QStringList names;
    for (const QString &node : m_nodes.mid(0, 3))
        names += shortNodeName(lastName(node));
    QString which = names.join(u", "_s);
    if (m_nodes.size() > 3)
        which = tr("%1 and %n more", nullptr, int(m_nodes.size() - 3)).arg(which);
    m_banner->show(bannerSeverity(gravest.severity), gravest.text.shown(), which);
    m_banner->setAction(m_nodes.isEmpty() ? QString() : tr("Show me"));
    m_more->setVisible(findings.size() > 1);
    m_more->setText(tr("%n more findings", nullptr, int(findings.size() - 1)));
}

namespace {

QString kindText(locks::LockKind kind)
{
    return kind == locks::LockKind::ReadWrite ? u"read/write"_s : locks::lockKindText(kind).shown();
}

QString shortDialectText(locks::Dialect dialect)
{
    return dialect == locks::Dialect::Curator ? u"Curator"_s : locks::dialectName(dialect);
}

} // namespace

QueueHeader::QueueHeader(LiveWorld *world, QueueModel *model, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_model(model)
    , m_title(new ElidedLabel(Tone::Title, this, true))
    , m_kind(new Pill(this))
    , m_dialect(new Pill(this))
    , m_holds(new Pill(this))
    , m_waits(new Pill(this))
    , m_pending(new Pill(this))
    , m_zombies(new Pill(this))
    , m_summary(new FactsLine(this))
{
    m_title->setElideMode(Qt::ElideMiddle);
    m_waits->setRole(Role::Waiting);
    m_pending->setRole(Role::Neutral);
    m_pending->setToolTip(tr("It is not known whether they hold or wait."));
    m_zombies->setRole(Role::Wrong);
    m_zombies->setObjectName(u"zombies"_s);
    makeRow(this, {14, 10, 14, 9}, 6,
            {m_title,
             Part::gap(6),
             m_kind,
             m_dialect,
             m_holds,
             m_zombies,
             m_waits,
             m_pending,
             Part::gap(8),
             {m_summary, 1}});
}

void QueueHeader::setBeside(bool beside)
{
    m_isBeside = beside;
    updateAll();
}

void QueueHeader::setPresenting(bool presenting)
{
    m_isPresenting = presenting;
    m_title->setElideMode(presenting ? Qt::ElideLeft : Qt::ElideMiddle); // a lecture's locks differ at the end
    updateAll();
}

void QueueHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    boundTitle();
}

void QueueHeader::boundTitle()
{
    m_title->setMaximumWidth(std::max(180, isShort() ? width() * 3 / 5 : width() / 3));
}

void QueueHeader::updateAll()
{
    const locks::LockQueue &queue = m_model->queue();
    setVisible(!m_model->lockPath().isEmpty());
    m_title->setWhole(m_isBeside ? baseName(m_model->lockPath()) : m_model->lockPath());
    boundTitle();
    m_title->setToolTip(m_model->lockPath());
    const bool known = m_model->rowCount() > 0 && !isShort();
    const locks::Backend backend = m_world->head().connection().backend();
    const bool isKey = backend != locks::Backend::ZooKeeper;
    m_kind->setVisible(known);
    m_kind->setText(isKey           ? (locks::isSql(backend) ? tr("row") : tr("key"))
                    : isNodeAlone() ? tr("node")
                                    : kindText(queue.kind));
    m_dialect->setVisible(known && !isKey && !isNodeAlone());
    m_dialect->setText(shortDialectText(queue.dialect));
    const auto holders = qsizetype(queue.holders.size());
    const bool isUnknown = queue.isHolderUnknown();
    m_holds->setVisible(holders > 0 || isUnknown);
    m_holds->setRole(isUnknown ? Role::Neutral : Role::Holding);
    const bool wasSo = m_world->isDisconnected();
    m_holds->setText(isUnknown ? tr("holder not known")
                     : wasSo   ? tr("%n held", nullptr, int(holders))
                               : tr("%n holders", nullptr, int(holders)));
    m_zombies->setVisible(!queue.zombies.empty());
    m_zombies->setText(tr("%n believe they hold", nullptr, int(queue.zombies.size())));
    m_zombies->setToolTip(zombiesText());
    const int waiting = queue.waitingCount();
    m_waits->setVisible(waiting > 0 || queue.lineUnread);
    m_waits->setText(queue.lineUnread ? tr("waiters not known")
                     : wasSo          ? tr("%n waited", nullptr, waiting)
                                      : tr("%n waiting", nullptr, waiting));
    m_pending->setVisible(queue.pendingCount() > 0 && !queue.lineUnread);
    m_pending->setText(tr("%n pending", nullptr, queue.pendingCount()));
    updateSummary();
}

/// Of which it is not known whether it is a lock.
bool QueueHeader::isNodeAlone() const
{
    const locks::LockQueue &queue = m_model->queue();
    return queue.mayBeLine && queue.isNode;
}

/// With both fencing tokens: which of them a resource has to refuse.
QString QueueHeader::zombiesText() const
{
    const locks::LockQueue &queue = m_model->queue();
    QStringList lines;
    for (const locks::ZombieHolder &zombie : queue.zombies)
        lines += zombie.token.isNull()
                     ? tr("%1 believes that it holds: there is no fencing token").arg(zombie.name)
                     : tr("%1 believes that it holds: fencing token %2").arg(zombie.name, zombie.token.toHex());
    for (const int index : queue.holders) {
        const locks::Contender &holder = queue.contenders[size_t(index)];
        if (holder.node.stat && lines.size() < 10)
            lines +=
                tr("%1 holds: fencing token %2").arg(m_model->labelOfIndex(index), holder.node.stat->czxid.toHex());
    }
    return lines.join(u'\n');
}

QString QueueHeader::nextText() const
{
    const locks::LockQueue &queue = m_model->queue();
    if (queue.isNode)
        return {}; // the first client that asks when it goes
    const std::vector<int> next = nextOf(queue);
    if (next.empty())
        return {};
    QString text = m_model->labelOfIndex(next.front());
    if (queue.kind == locks::LockKind::ReadWrite) {
        const auto &parsed = queue.contenders[size_t(next.front())].parsed;
        text += parsed && parsed->mode == locks::Mode::Shared ? u" (R)"_s : u" (W)"_s;
    }
    if (next.size() > 1)
        text = tr("%1 and %2 more").arg(text, QString::number(next.size() - 1));
    return tr("next: %1").arg(text);
}

/// What its simulated clients run, where that is one recipe: names alone do not distinguish its variants.
QString QueueHeader::recipeText() const
{
    const journal::World &world = m_world->world();
    std::optional<locks::RecipeId> recipe;
    const QSet<ClientId> clients = world.clientsOf(m_model->lockPath());
    for (const ClientId id : clients) {
        const journal::Client *client = world.client(id);
        if (!client || client->spec.recipe == recipe)
            continue;
        if (recipe)
            return {};
        recipe = client->spec.recipe;
    }
    return recipe ? locks::recipeInfo(*recipe).title.shown() : QString();
}

/// Where its one holder goes by itself.
QString QueueHeader::endText() const
{
    const locks::Contender *holder = m_model->queue().onlyHolder();
    if (!holder)
        return {};
    const locks::HoldEnd end = holdEndOf(m_world->world(), *holder, m_model->asOfNs());
    return end.byItself() == true ? locks::holdEndText(end).shown() : QString();
}

/// Whether the rows are what the database reports, or only our own clients' word.
QStringList QueueHeader::databaseFacts() const
{
    const journal::World &world = m_world->world();
    if (const auto &database = m_model->queue().database) {
        return {database->problem.isEmpty() ? tr("who waits is told by the database")
                                            : tr("not all who wait are told: %1").arg(database->problem.shown())};
    }
    const QSet<ClientId> clients = world.clientsOf(m_model->lockPath());
    for (const ClientId id : clients) {
        const journal::Client *client = world.client(id);
        if (client && locks::recipeInfo(client->spec.recipe).queuesInDatabase())
            return {tr("the database is asked who waits")};
    }
    return {tr("no queue on the server: the waiters are simulated clients")};
}

/// Redis keeps no order of waiters; a client that subscribed to a channel gets a message of the release.
QStringList QueueHeader::keyFacts() const
{
    const journal::World &world = m_world->world();
    int listening = 0;
    const QSet<ClientId> clients = world.clientsOf(m_model->lockPath());
    for (const ClientId id : clients) {
        const journal::Client *client = world.client(id);
        listening += client && !client->watching.isEmpty() ? 1 : 0;
    }
    return {listening > 0 ? tr("no queue on the server: %n listen for its release", nullptr, listening)
                          : tr("no queue on the server: waiters try again")};
}

void QueueHeader::updateSummary()
{
    if (isShort())
        return m_summary->setFacts({}, {}); // its room stays
    const Zxid zxid = m_world->world().newestZxid();
    const journal::Directory *directory = m_world->world().directory(m_model->lockPath());
    QString state;
    if (m_world->isModel())
        state = tr("model");
    else if (m_world->isRecorded())
        state = tr("recorded");
    else if (m_world->isRewound())
        state = tr("rewound");
    else if (m_world->isStale())
        state = tr("as of %1 ago").arg(formatDuration(m_world->staleForMs()));
    else if (directory && !directory->watched)
        state = tr("not watched");
    else if (m_world->world().observation().freshness == Freshness::Reading)
        state = tr("reading");
    else if (m_world->world().observation().freshness == Freshness::Live)
        state = tr("live");

    const locks::Backend backend = m_world->head().connection().backend();
    if (backend == locks::Backend::Redis)
        return m_summary->setFacts(keyFacts(), state);
    if (locks::isSql(backend))
        return m_summary->setFacts(databaseFacts(), state);
    const qint64 longest = m_model->longestWaitMs();
    QStringList facts{isNodeAlone() ? loneNodeText() : QString(),
                      recipeText(),
                      endText(),
                      nextText(),
                      longest >= 0 ? tr("longest wait %1").arg(formatDuration(longest)) : QString(),
                      !zxid.isNull() && !m_world->isStale() ? tr("zxid %1").arg(zxid.toHex()) : QString()};
    facts.removeAll(QString());
    m_summary->setFacts(facts, state); // how true the picture is stays
}

} // namespace lockscope::ui

#include "moc_queueheader.cpp"
