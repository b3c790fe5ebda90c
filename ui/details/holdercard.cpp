// SPDX-License-Identifier: Apache-2.0
#include "ui/details/holdercard.h"

#include "core/base/visible.h"
#include "ui/models/text.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QDateTime>
#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostLinks = 6;
constexpr qint64 placesEveryMs = 400;

} // namespace

HolderCard::HolderCard(LiveWorld *world, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_facts(new FactsGrid)
    , m_placesTitle(makeLabel({}, Tone::Muted, this))
    , m_placesBox(makeColumn(1, {}))
    , m_more(makeLabel({}, Tone::Small, this, Wraps))
    , m_note(makeLabel({}, Tone::Small, this, Wraps))
{
    m_facts->setObjectName(u"holder"_s);
    makeColumn(this, {0, 0, 0, 6}, 5, {m_facts, m_placesTitle, m_placesBox, m_more, m_note});
}

void HolderCard::setSession(SessionId session, const QString &node)
{
    if (session != m_session || node != m_node)
        m_sincePlaces.invalidate();
    m_session = session;
    m_node = node;
    setVisible(!session.isNull());
}

void HolderCard::setGone(bool gone)
{
    for (QWidget *part : std::initializer_list<QWidget *>{m_facts, m_placesTitle, m_more, m_note})
        part->setEnabled(!gone);
}

void HolderCard::refresh(qint64 nowNs)
{
    if (m_session.isNull())
        return;
    updateFacts();
    // All locks are asked: not at each of a hundred changes a second.
    if (!m_sincePlaces.isValid() || m_sincePlaces.elapsed() >= placesEveryMs) {
        updatePlaces();
        m_sincePlaces.start();
    }
    updateNote(nowNs);
}

void HolderCard::updateFacts()
{
    const journal::World &world = m_world->world();
    const journal::Client *client = world.clientOfSession(m_session);
    const locks::Knowledge &knowledge = world.knowledge();
    const locks::SessionFacts *known = factsOf(world, m_session);
    const locks::SessionFacts facts = known ? *known : locks::SessionFacts{};
    const QString why = whyNotKnown(world, m_session);
    const auto time = [](const std::optional<qint64> &ms) { return ms ? formatDuration(*ms) : QString(); };
    QList<Fact> list{{tr("session"), m_session.toHex(), {}}};
    const auto add = [&](const QString &key, const QString &value, const QString &toolTip = {}) {
        list += value.isEmpty() ? Fact{key, tr("not known"), why} : Fact{key, value, toolTip};
    };
    QString address = facts.client;
    const auto child = nodeAt(world, m_node);
    if (child && child->stat && locks::isUnconnected(knowledge, m_session, child->stat->czxid))
        address = tr("no connection");
    if (client)
        list += {tr("simulated"), client->spec.name, tr("A client of this program")};
    if (!client || known)
        add(client ? tr("address") : tr("client"), address);
    if (!knowledge.isEmpty() && known) {
        add(tr("server"), facts.server);
        add(tr("timeout"), time(facts.timeoutMs));
        add(tr("expires in"), time(facts.expiresInMs), tr("If nothing more is heard of it; as its leader told"));
        add(tr("last heard"), facts.heardAgoMs ? tr("%1 before").arg(time(facts.heardAgoMs)) : QString(),
            tr("Before the server was asked"));
        add(tr("last request"), operationText(facts.lastOperation));
        if (facts.lastLatencyMs || facts.maxLatencyMs) {
            QStringList latency;
            if (facts.lastLatencyMs)
                latency += tr("%1 ms").arg(*facts.lastLatencyMs);
            if (facts.maxLatencyMs)
                latency += tr("at most %1 ms").arg(*facts.maxLatencyMs);
            list += {tr("latency"), latency.join(u" · "_s), {}};
        }
        if (facts.outstandingRequests.value_or(0) > 0)
            list += {tr("outstanding"), QString::number(*facts.outstandingRequests), tr("Requests not answered yet")};
        if (facts.establishedMs) {
            const QDateTime since = QDateTime::fromMSecsSinceEpoch(*facts.establishedMs);
            list += {tr("connected"), since.toString(u"HH:mm:ss"_s), QLocale().toString(since, QLocale::LongFormat)};
        }
    }
    if (client) {
        list += {tr("state"), clientStateText(*client), tr("What the client itself believes")};
        list += {tr("connection"), connectionStateText(client->connection).shown(), {}};
    }
    m_facts->setFacts(list);
}

/// Every other place of this session: a click goes there.
void HolderCard::updatePlaces()
{
    m_places = placesOf(m_world->world(), m_session);
    const QStringList others = otherEphemerals(m_world->world(), m_session, m_places);
    m_places.removeIf([this](const SessionPlace &place) { return place.node == m_node; });
    const QList<SessionPlace> &places = m_places;
    m_placesTitle->setText(places.isEmpty() ? tr("Its session has no place in any other lock.") : tr("It also"));
    while (m_links.size() < std::min(places.size(), mostLinks)) {
        auto *link = makeLink({}, this);
        const qsizetype index = m_links.size();
        connect(link, &QPushButton::clicked, this, [this, index] {
            if (index < m_places.size())
                Q_EMIT placeActivated(m_places[index].lock, m_places[index].node);
        });
        m_links.append(link);
        m_placesBox->addWidget(link, 0, Qt::AlignLeft);
    }
    for (qsizetype i = 0; i < m_links.size(); ++i) {
        m_links[i]->setVisible(i < places.size());
        if (i >= places.size())
            continue;
        const SessionPlace &place = places[i];
        const int room = std::max(120, width() - 100);
        const QString path = elidedPath(visible(place.lock), m_links[i]->fontMetrics(), room);
        m_links[i]->setText(place.holds ? tr("holds %1").arg(path)
                                        : tr("waits in %1, place %2").arg(path).arg(place.place));
        m_links[i]->setToolTip(tr("Go to %1").arg(visible(place.node)));
        const QString lock = visible(place.lock);
        m_links[i]->setAccessibleName(place.holds ? tr("holds %1").arg(lock) : tr("waits in %1").arg(lock));
    }
    QStringList more;
    if (places.size() > mostLinks)
        more += tr("and in %1 more places").arg(places.size() - mostLinks);
    if (!others.isEmpty())
        more += tr("It owns %n other ephemeral nodes.", nullptr, int(others.size()));
    m_more->setVisible(!more.isEmpty());
    m_more->setText(more.join(u' '));
    m_more->setToolTip(others.mid(0, 20).join(u'\n'));
}

void HolderCard::updateNote(qint64 nowNs)
{
    const journal::World &world = m_world->world();
    const locks::Knowledge &knowledge = world.knowledge();
    const locks::SessionFacts *facts = factsOf(world, m_session);
    QStringList notes;
    if (!facts || (facts->client.isEmpty() && !knowledge.allConnections))
        notes += whyNotKnown(world, m_session);
    if (!knowledge.isEmpty())
        notes += tr("As the servers told %1 ago.")
                     .arg(formatDuration(std::max<qint64>(0, nowNs - knowledge.answeredAtNs) / 1'000'000));
    m_note->setText(notes.join(u' '));
}

} // namespace lockscope::ui

#include "moc_holdercard.cpp"
