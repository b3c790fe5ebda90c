// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/madeupqueue.h"

#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

MadeUpQueue::MadeUpQueue(ui::LiveWorld *world, int contenders)
    : m_world(world)
    , m_next(contenders)
{
    journal::ObservationChanged observation;
    observation.root = u"/bench"_s;
    observation.freshness = journal::Freshness::Live;
    observation.directoriesWatched = 2;
    observation.watchBudget = 10'000;
    tell(observation);
    QList<QString> names;
    for (int number = 0; number < contenders; ++number)
        names += nameOf(number);
    list(names, {});
    for (int number = 0; number < contenders; ++number)
        tell(resolved(number));
    flush();
}

void MadeUpQueue::handOver()
{
    const int arriving = m_next++;
    const int leaving = m_head++;
    list({nameOf(arriving)}, {});
    tell(resolved(arriving));
    list({}, {nameOf(leaving)});
    flush();
}

void MadeUpQueue::also(journal::Payload what)
{
    tell(std::move(what));
    flush();
}

void MadeUpQueue::fillJournal()
{
    constexpr int atOnce = 100;
    QRandomGenerator random(42);
    QByteArray noise(12'000, '\0'); // which packs badly
    while (m_world->journal().firstNumber() <= 1) {
        for (int i = 0; i < atOnce; ++i) {
            std::generate(noise.begin(), noise.end(), [&random] { return static_cast<char>(random.bounded(256)); });
            tell(journal::Notice{{}, Text::verbatim(QString::fromLatin1(noise.toBase64()))});
        }
        flush();
    }
}

QString MadeUpQueue::nameOf(int number)
{
    return u"lock-%1"_s.arg(number, 10, 10, QChar(u'0'));
}

journal::NodeResolved MadeUpQueue::resolved(int number) const
{
    journal::NodeResolved node;
    node.path = lock() + u'/' + nameOf(number);
    node.stat.czxid = node.stat.mzxid = Zxid{0x1000 + number};
    node.stat.ctimeMs = node.stat.mtimeMs = nowNs() / 1'000'000;
    node.stat.ephemeralOwner = sessionOf(number);
    node.data = "client-" + QByteArray::number(number);
    node.stat.dataLength = qint32(node.data.size());
    node.access = locks::ChildNode::Data::Read;
    return node;
}

void MadeUpQueue::list(const QList<QString> &added, const QList<QString> &removed)
{
    journal::DirectoryListed listed;
    listed.path = lock();
    listed.added = added;
    listed.removed = removed;
    listed.stat.czxid = Zxid{2};
    listed.stat.pzxid = Zxid{0x1000 + m_next};
    listed.stat.numChildren = m_next - m_head;
    tell(listed);
}

void MadeUpQueue::flush()
{
    m_world->apply(std::exchange(m_batch, {}));
}

} // namespace lockscope::bench
