// SPDX-License-Identifier: Apache-2.0
#include "ui/release/releasefacts.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "ui/models/text.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QDateTime>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using observe::OwnerEvidence;

namespace {

constexpr size_t maxNextShown = 5;
constexpr int maxNameLength = 40;
constexpr int nodesWithoutScrolling = 6;

/// Data short enough to be what a client calls itself.
QString asName(const locks::ChildNode &node)
{
    const auto text =
        node.access == locks::ChildNode::Data::Read ? locks::asText(node.data, node.truncated) : std::nullopt;
    return text && text->size() <= maxNameLength ? *text : QString();
}

QString nameOf(const locks::ChildNode &node, const OwnName &ownName)
{
    const SessionId session = node.owner();
    if (const QString own = ownName && !session.isNull() ? ownName(session) : QString(); !own.isEmpty())
        return own;
    if (const QString name = asName(node); !name.isEmpty())
        return name;
    return session.isNull() ? shortNodeName(node.name) : session.toHex();
}

/// The holder that a record names; empty where it names none.
QString recordHolder(const observe::ReleasePlan &plan, const observe::ReleaseTarget &target)
{
    const auto &parsed = plan.contenderOf(target).parsed;
    return parsed ? parsed->token : QString();
}

/// A contender's letter as in the queue: filled where it holds, outlined where it waits.
class Letter : public QWidget
{
public:
    Letter(const locks::LockQueue &queue, const locks::Contender &contender, bool holds, QWidget *parent)
        : QWidget(parent)
        , m_letter(letterOf(queue, contender).front())
        , m_holds(holds)
    {
        setFixedSize(21, 21);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintGlyph(&painter, QRectF(rect()), m_letter, m_holds ? Fill::Filled : Fill::Outlined,
                   m_holds ? Role::Holding : Role::Waiting, themeFor(palette()), font());
    }

private:
    QChar m_letter;
    bool m_holds;
};

QLabel *plainLabel(const QString &text, Tone tone, QWidget *parent)
{
    return makeLabel(text, tone, parent, Selectable);
}

QGridLayout *cardGrid(QWidget *card)
{
    makeCard(card);
    auto *grid = new QGridLayout(card);
    grid->setContentsMargins(14, 11, 14, 11);
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    return grid;
}

} // namespace

ReleaseFacts::ReleaseFacts(const observe::ReleasePlan &plan, OwnName ownName, QWidget *parent)
    : QWidget(parent)
    , m_plan(plan)
    , m_ownName(std::move(ownName))
{
    auto *column = makeColumn(this, {}, 13, {});
    if (!m_plan.forbidden.isEmpty()) {
        auto *banner = new Banner(this);
        banner->setObjectName(u"forbidden"_s);
        banner->show(Banner::Severity::Error, tr("No permission"), m_plan.forbidden.shown());
        column->addWidget(banner);
    }
    column->addWidget(m_plan.isOne() ? oneNode() : severalNodes());
    if (const QList<Text> sentences = m_plan.warning(); !sentences.isEmpty())
        column->addWidget(warning(sentences));
    column->addWidget(whatFollows());
}

QString ReleaseFacts::title(const observe::ReleasePlan &plan, const OwnName &ownName)
{
    const QString lock = plan.lock().queue.path;
    if (plan.isOne() && plan.target().isRecord) {
        const QString holder = recordHolder(plan, plan.target());
        return holder.isEmpty() ? tr("Release the lock %1?").arg(lock)
                                : tr("Release %1’s lock on %2?").arg(holder, lock);
    }
    if (plan.isOne() && !plan.lock().isLineKnown() && !plan.holds())
        return tr("Delete the node of %1 in %2?").arg(nameOf(plan.target().node, ownName), lock);
    if (plan.isOne())
        return plan.holds() ? tr("Release %1’s lock on %2?").arg(nameOf(plan.target().node, ownName), lock)
                            : tr("Take %1 out of the queue of %2?").arg(nameOf(plan.target().node, ownName), lock);
    return plan.locks.size() == 1
               ? tr("Delete %n nodes of %1 together?", nullptr, int(plan.targets.size())).arg(lock)
               : tr("Delete %1 nodes of %n locks together?", nullptr, int(plan.locks.size())).arg(plan.targets.size());
}

void ReleaseFacts::tick()
{
    if (m_age)
        m_age->setText(ageText());
    if (m_heard)
        m_heard->setText(heardText());
}

void ReleaseFacts::end()
{
    tick();
    for (size_t i = 0; i < m_parts.size(); ++i)
        m_parts[i]->setText(m_plan.targets[i].holds ? tr("held") : tr("waited"));
}

QString ReleaseFacts::stateWord(const observe::ReleaseTarget &target) const
{
    switch (m_plan.contenderOf(target).state) {
    case locks::ContenderState::Holding: return tr("holds");
    case locks::ContenderState::Waiting: return tr("waits");
    case locks::ContenderState::Pending: return tr("pending");
    case locks::ContenderState::Member: return tr("member");
    case locks::ContenderState::Foreign: break;
    }
    return tr("no contender");
}

QString ReleaseFacts::ageText() const
{
    const observe::ReleaseTarget &target = m_plan.target();
    const QString node = shortNodeName(baseName(target.path));
    const QString age = formatDuration(target.ageMs(nowNs()));
    // When a holder came to hold is not known here: only since when its node is there.
    return target.holds ? tr("%1, there for %2").arg(node, age) : tr("%1 for %2").arg(node, age);
}

QString ReleaseFacts::sessionText(const observe::ReleaseTarget &target) const
{
    const SessionId session = target.stat.owner();
    if (target.isRecord) {
        const QString holder = recordHolder(m_plan, target);
        return holder.isEmpty() ? tr("not named; a record belongs to no session")
                                : tr("%1, as the record says; it belongs to no session").arg(holder);
    }
    if (!target.stat.isEphemeral())
        return tr("none: the node is persistent and no session's end takes it away");
    QString text = session.toHex();
    if (const QString own = m_ownName ? m_ownName(session) : QString(); !own.isEmpty())
        text += u" · "_s + tr("%1, simulated here").arg(own);
    const auto &facts = target.owner.facts;
    if (facts && !facts->client.isEmpty())
        text += u" · "_s + facts->client;
    if (facts && !facts->server.isEmpty())
        text += u" · "_s + tr("on %1").arg(facts->server);
    return text;
}

QString ReleaseFacts::heardText() const
{
    const OwnerEvidence &owner = m_plan.target().owner;
    switch (owner.life) {
    case OwnerEvidence::Life::Connected: {
        if (!owner.facts->heardAgoMs)
            return tr("the session is connected");
        return tr("connected: heard from %1 before the servers were asked")
            .arg(formatDuration(*owner.facts->heardAgoMs));
    }
    case OwnerEvidence::Life::Disconnected:
        return owner.facts && owner.facts->expiresInMs
                   ? tr("no server has a connection of it; it ends in %1 if nothing is heard")
                         .arg(formatDuration(*owner.facts->expiresInMs))
                   : tr("no server has a connection of it, though the session is open");
    case OwnerEvidence::Life::Over: return tr("no server knows the session any more");
    case OwnerEvidence::Life::NoSession: return {};
    case OwnerEvidence::Life::NotKnown: break;
    }
    return owner.askedAtNs == 0 ? tr("not known: the servers were not asked") : tr("not known: no server told");
}

QWidget *ReleaseFacts::oneNode()
{
    auto *card = new QWidget(this);
    QGridLayout *grid = cardGrid(card);
    const auto add = [&](const QString &name, const QString &value) {
        const int row = grid->rowCount();
        auto *nameLabel = plainLabel(name, Tone::Muted, card);
        grid->addWidget(nameLabel, row, 0, Qt::AlignTop);
        if (m_parts.empty())
            m_parts.push_back(nameLabel);
        auto *label = makeLabel(value, Tone::Mono, card, Wraps | Selectable);
        grid->addWidget(label, row, 1);
        return label;
    };
    const observe::ReleaseTarget &target = m_plan.target();
    m_age = add(stateWord(target), ageText());
    m_age->setToolTip(target.path);
    add(tr("who"), sessionText(target));
    if (target.stat.isEphemeral())
        m_heard = add(tr("last heard"), heardText());
    if (const auto until = m_plan.contenderOf(target).untilMs)
        add(tr("until"), QDateTime::fromMSecsSinceEpoch(*until).toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s));
    const QString content = dataLine(target.node);
    add(tr("data"), content.isEmpty() ? tr("none") : content);
    const QDateTime created = QDateTime::fromMSecsSinceEpoch(target.stat.ctimeMs);
    add(tr("created"),
        tr("%1 · czxid %2").arg(created.toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s), target.stat.czxid.toHex()));
    return card;
}

QWidget *ReleaseFacts::severalNodes()
{
    auto *card = new QWidget;
    QGridLayout *grid = cardGrid(card);
    int row = 0;
    for (const observe::ReleaseTarget &target : m_plan.targets) {
        grid->addWidget(new Letter(m_plan.lockOf(target).queue, m_plan.contenderOf(target), target.holds, card), row,
                        0);
        auto *name = plainLabel(nameOf(target.node, m_ownName), Tone::Normal, card);
        name->setToolTip(target.path);
        grid->addWidget(name, row, 1);
        const QString node = m_plan.locks.size() > 1 ? target.path : shortNodeName(target.node.name);
        grid->addWidget(plainLabel(node, Tone::Mono, card), row, 2);
        m_parts.push_back(plainLabel(stateWord(target), Tone::Muted, card));
        grid->addWidget(m_parts.back(), row++, 3);
    }
    if (m_plan.targets.size() <= nodesWithoutScrolling) {
        card->setParent(this);
        return card;
    }
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(card);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Nodes to delete"));
    scroll->setFixedHeight(card->sizeHint().height() * nodesWithoutScrolling / static_cast<int>(m_plan.targets.size()));
    return scroll;
}

QWidget *ReleaseFacts::warning(const QList<Text> &sentences)
{
    auto *banner = new Banner(this);
    banner->setObjectName(u"warning"_s);
    banner->show(Banner::Severity::Error, sentences.first().shown(), Text::sentences(sentences.mid(1)).shown());
    return banner;
}

QWidget *ReleaseFacts::whatFollows()
{
    auto *box = new QWidget(this);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(9);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, 96);
    grid->setColumnStretch(2, 1);
    grid->addWidget(plainLabel(tr("Then holds"), Tone::Heading, box), 0, 0);
    int row = 0;
    size_t nextCount = 0;
    for (const observe::ReleaseLock &lock : m_plan.locks)
        nextCount += lock.next.size();
    const size_t shown = nextCount > maxNextShown ? maxNextShown - 1 : nextCount;
    size_t added = 0;
    int waiting = 0;
    bool waitersKnown = true;
    Text none;
    for (const observe::ReleaseLock &lock : m_plan.locks) {
        waiting += lock.stillWaiting;
        if (none.isEmpty() || !lock.isLineKnown())
            none = lock.whyNoneIsNext(m_plan.target().isRecord);
        waitersKnown = waitersKnown && lock.areWaitersKnown();
        for (const int index : lock.next) {
            if (++added > shown)
                break;
            const locks::Contender &next = lock.queue.contenders[static_cast<size_t>(index)];
            grid->addWidget(new Letter(lock.queue, next, false, box), row, 1);
            QString text = nameOf(next.node, m_ownName);
            if (next.node.stat) {
                if (const QString client = m_plan.sessions.value(next.node.stat->owner()).client; !client.isEmpty())
                    text += u" · "_s + client;
                const qint64 waited = nowNs() / 1'000'000 - next.node.stat->ctimeMs;
                text += u" · "_s + tr("waiting %1").arg(formatDuration(std::max<qint64>(0, waited)));
            }
            auto *label = plainLabel(text, Tone::Normal, box);
            label->setToolTip(joinPath(lock.queue.path, next.node.name));
            grid->addWidget(label, row++, 2);
        }
    }
    if (nextCount > shown)
        grid->addWidget(plainLabel(tr("and %1 more at once").arg(nextCount - shown), Tone::Muted, box), row++, 2);
    if (nextCount == 0)
        grid->addWidget(plainLabel(none.shown(), Tone::Normal, box), row++, 1, 1, 2);
    grid->addWidget(plainLabel(tr("Still waiting"), Tone::Heading, box), row, 0);
    const auto watchers = m_plan.target().owner.watchers;
    const QString left = waitersKnown
                             ? waiting == 0 ? tr("no client") : tr("%n others, order unchanged", nullptr, waiting)
                         : watchers ? tr("not known; %n sessions watch the node", nullptr, *watchers)
                                    : tr("not known");
    grid->addWidget(plainLabel(left, Tone::Normal, box), row, 1, 1, 2);
    return box;
}

} // namespace lockscope::ui

#include "moc_releasefacts.cpp"
