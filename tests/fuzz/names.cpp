// SPDX-License-Identifier: Apache-2.0
// The children of a directory, read as a lock. The input is text: the lock's path, then a child a line in the order in
// which they were made. A child may have marks before its name ("?": its Stat is not read yet, "!": persistent, "=": of
// the same session as the one before) and its data behind a tab. After an empty line come those of a semaphore's queue,
// after another one its leases.
#include "core/base/path.h"
#include "core/locks/incrementalqueue.h"
#include "core/locks/queuejson.h"
#include "tests/fuzz/fuzz.h"

#include <QSet>

using namespace lockscope;
using namespace lockscope::fuzz;
using namespace lockscope::locks;
using namespace Qt::StringLiterals;

namespace {

class SourceReader
{
public:
    explicit SourceReader(const QString &text)
    {
        const QStringList lines = text.split(u'\n');
        if (!pathProblem(lines.first()) && lines.first().size() > 1)
            m_source.path = lines.first();
        m_source.parentStat.emplace();
        std::vector<ChildNode> *children = &m_source.children;
        for (qsizetype i = 1; i < lines.size(); ++i) {
            if (!lines[i].isEmpty())
                addChild(lines[i], *children);
            else if (!m_source.queue)
                children = &begin(m_source.queue, u"/locks"_s);
            else if (!m_source.leases)
                children = &begin(m_source.leases, u"/leases"_s);
        }
        m_source.parentStat->numChildren = static_cast<qint32>(m_source.children.size());
        m_source.parentStat->pzxid.value = m_zxid;
    }

    LockSource source() const { return m_source; }

private:
    std::vector<ChildNode> &begin(std::optional<LockSource::Part> &part, const QString &below)
    {
        m_taken.clear();
        return part.emplace(LockSource::Part{m_source.path + below, {}}).children;
    }

    void addChild(const QString &line, std::vector<ChildNode> &children)
    {
        QStringView name(line);
        ChildNode child;
        NodeStat stat;
        stat.czxid.value = ++m_zxid;
        stat.ctimeMs = 1'763'700'000'000 + m_zxid;
        m_session += 1;
        bool isRead = true;
        for (; !name.isEmpty() && u"?!="_s.contains(name.front()); name = name.mid(1)) {
            isRead = isRead && name.front() != u'?';
            m_session -= name.front() == u'=';
            stat.ephemeralOwner.value = name.front() == u'!' ? 0 : m_session;
        }
        const qsizetype tab = name.indexOf(u'\t');
        child.name = name.left(tab < 0 ? name.size() : tab).toString();
        // What no server has for a child's name, and no name twice.
        if (child.name.isEmpty() || pathProblem(u'/' + child.name) || child.name.contains(u'/')
            || m_taken.contains(child.name))
            return;
        m_taken.insert(child.name);
        if (isRead) {
            child.stat = stat;
            child.access = tab < 0 ? ChildNode::Data::NotRead : ChildNode::Data::Read;
            child.data = tab < 0 ? QByteArray() : name.mid(tab + 1).toUtf8();
        }
        children.push_back(child);
    }

    LockSource m_source{.path = u"/lock"_s};
    QSet<QString> m_taken;
    qint64 m_zxid = 0x100;
    qint64 m_session = 0xa00;
};

void mustBeName(const QString &name)
{
    const auto parsed = parseName(name);
    if (!parsed)
        return;
    must(parsed->token.isEmpty() || name.contains(parsed->token), "a token is a part of the name");
    must(dialectFromName(dialectName(parsed->dialect)) == parsed->dialect, "a dialect has a name of its own");
    // Who writes a token always does; a name of theirs without one is of an older client.
    if (parsed->token.isEmpty() && parsed->dialect != Dialect::Plain)
        return;
    const auto prefix = namePrefix(parsed->dialect, parsed->kind, parsed->mode, parsed->token);
    if (!prefix || parsed->sequence < 0 || parsed->sequence > std::numeric_limits<qint32>::max())
        return;
    const auto written = parseName(*prefix + sequenceText(parsed->sequence));
    must(written && written->mode == parsed->mode && written->sequence == parsed->sequence
             && written->token == parsed->token,
         "a name that was written is read for what it is");
}

void mustBeQueue(const LockQueue &queue)
{
    const int count = static_cast<int>(queue.contenders.size());
    const QSet<int> holders(queue.holders.begin(), queue.holders.end());
    must(holders.size() == qsizetype(queue.holders.size()), "each holder is told once");
    int waiting = 0;
    for (int i = 0; i < count; ++i) {
        const Contender &contender = queue.contenders[size_t(i)];
        must(holders.contains(i) == (contender.state == ContenderState::Holding), "who holds is among the holders");
        waiting += contender.state == ContenderState::Waiting || contender.state == ContenderState::Pending;
        for (const int before : queue.waitsFor(i))
            must(before >= 0 && before < count && before != i, "a contender waits for another one");
        must(!contender.placeShift || (i + *contender.placeShift >= 0 && i + *contender.placeShift < count),
             "a place is in the queue");
    }
    must(holders.isEmpty()
             || (*std::min_element(holders.begin(), holders.end()) >= 0
                 && *std::max_element(holders.begin(), holders.end()) < count),
         "holders are contenders");
    for (const int next : queue.nextAfterRemoval(queue.holders))
        must(next >= 0 && next < count && !holders.contains(next), "who is served next is another contender");
    static const QStringList ids = findingIds();
    for (const Finding &finding : queue.findings) {
        must(ids.contains(finding.id) && finding.nodes.size() <= findingNodesLimit, "a finding is one that there is");
        mustSay(finding.text);
        mustSay(finding.advice);
    }
    if (queue.isLock())
        mustSay(queue.title);
    if (count % 8 == 0) // takes as long as all the rest
        (void)toJson(queue, QDateTime::fromMSecsSinceEpoch(1'763'700'100'000, Qt::UTC), Zxid{0x200});
    if (queue.hasLineOfItsOwn)
        return; // the lease of its line's head is no contender of its own
    must(queue.waiting == waiting, "those who wait are counted");
    for (int i = 0; i < count; ++i)
        must(queue.indexOfPath(queue.pathOf(queue.contenders[size_t(i)])) == i, "a contender is found by its path");
}

/// The queue that follows its directory, in which the last child comes or goes, is the one that is read of it anew.
void mustFollow(const LockSource &source, bool comes)
{
    constexpr int shortest = 2;
    LockSource before = source;
    const ChildNode last = before.children.back();
    before.children.pop_back();
    LockSource now{.path = source.path, .parentStat = source.parentStat, .data = source.data};

    IncrementalQueue kept(readQueue(comes ? before : source), shortest);
    if (comes)
        now.children = {last};
    if (kept.isFollowed() && kept.update(now, {last.name}))
        must(kept.queue() == readQueue(comes ? source : before), "a queue that follows is the one that is read anew");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const LockSource source = SourceReader(textOf(data, size)).source();
    QStringList names;
    for (const ChildNode &child : source.children) {
        names += child.name;
        mustBeName(child.name);
        if (isNodeLock(joinPath(source.path, child.name), child))
            mustBeQueue(readNodeLock(joinPath(source.path, child.name), child, 1'763'700'100'000));
    }
    (void)looksLikeLock(names);
    const LockQueue queue = readQueue(source);
    mustBeQueue(queue);
    if (source.queue)
        return 0;
    must(queue.contenders.size() == source.children.size(), "each child is in the queue");
    for (const QString &name : std::as_const(names))
        must(queue.indexOf(name) >= 0, "each child is found in the queue");
    if (!source.children.empty())
        mustFollow(source, size % 2 == 0);
    return 0;
}
