// SPDX-License-Identifier: Apache-2.0
#include "ui/details/holdercard.h"

#include "ui/models/text.h"
#include "ui/theme/format.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
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
    , m_placesTitle(new QLabel)
    , m_placesBox(new QVBoxLayout)
    , m_more(new QLabel)
    , m_note(new QLabel)
{
    m_facts->setObjectName(u"holder"_s);
    setTone(m_placesTitle, Tone::Muted);
    setTone(m_more, Tone::Small);
    setTone(m_note, Tone::Small);
    for (QLabel *label : {m_more, m_note}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    m_placesBox->setContentsMargins(0, 0, 0, 0);
    m_placesBox->setSpacing(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(5);
    column->addWidget(m_facts);
    column->addWidget(m_placesTitle);
    column->addLayout(m_placesBox);
    column->addWidget(m_more);
    column->addWidget(m_note);
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
    const auto text = [&](const QString &value) { return value.isEmpty() ? tr("not known") : value; };
    const auto tip = [&](const QString &value) { return value.isEmpty() ? why : QString(); };
    const auto time = [](const std::optional<qint64> &ms) { return ms ? formatDuration(*ms) : QString(); };

    QList<Fact> list{{tr("session"), m_session.toHex(), {}}};
    QString address = facts.client;
    if (address.isEmpty() && known && knowledge.allConnections)
        address = tr("no connection");
    if (client)
        list += {tr("client"), tr("%1 (simulated)").arg(client->spec.name), {}};
    if (!client || known)
        list += {client ? tr("address") : tr("client"), text(address), tip(address)};
    if (!knowledge.isEmpty() && known) {
        list += {tr("server"), text(facts.server), tip(facts.server)};
        const QString timeout = facts.timeoutMs ? formatDuration(*facts.timeoutMs) : QString();
        list += {tr("timeout"), text(timeout), tip(timeout)};
        const QString expires = time(facts.expiresInMs);
        list += {tr("expires in"), text(expires),
                 expires.isEmpty() ? why : tr("If nothing more is heard of it; as its leader told")};
        list += {tr("last heard"), facts.heardAgoMs ? tr("%1 before").arg(time(facts.heardAgoMs)) : tr("not known"),
                 facts.heardAgoMs ? tr("Before the server was asked") : why};
        list += {tr("last request"), text(facts.lastOperation), tip(facts.lastOperation)};
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
        list += {tr("state"), locks::lockStateText(client->state).shown(), tr("What the client itself believes")};
        list += {tr("connection"), connectionStateText(client->connection).shown(), {}};
    }
    m_facts->setFacts(list);
}

/// Every other place of this session: a click goes there.
void HolderCard::updatePlaces()
{
    QList<SessionPlace> places = placesOf(m_world->world(), m_session);
    const QStringList others = otherEphemerals(m_world->world(), m_session, places);
    places.removeIf([this](const SessionPlace &place) { return place.node == m_node; });
    m_places = places;
    m_placesTitle->setText(places.isEmpty() ? tr("It holds and waits for nothing else.") : tr("It also"));
    while (m_links.size() < std::min(places.size(), mostLinks)) {
        auto *link = new QPushButton(this);
        link->setProperty("kind", u"link"_s);
        link->setCursor(Qt::PointingHandCursor);
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
        const QString path = elidedPath(place.lock, m_links[i]->fontMetrics(), room);
        m_links[i]->setText(place.holds ? tr("holds %1").arg(path)
                                        : tr("waits in %1, place %2").arg(path).arg(place.place));
        m_links[i]->setToolTip(tr("Go to %1").arg(place.node));
        m_links[i]->setAccessibleName(place.holds ? tr("holds %1").arg(place.lock) : tr("waits in %1").arg(place.lock));
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
