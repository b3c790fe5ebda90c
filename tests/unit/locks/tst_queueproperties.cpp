// SPDX-License-Identifier: Apache-2.0
// What holds for every queue, tried on random ones; a failure prints the smallest queue that shows it.
#include "queuetext.h"

#include "core/locks/dialectregistry.h"
#include "tests/support/testprogram.h"

#include <QSet>

#include <rapidcheck.h>

#include <algorithm>
#include <set>

namespace lockscope::tst_queueproperties {

using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace Qt::StringLiterals;

namespace {

rc::Gen<Dialect> anyDialect()
{
    return rc::gen::element(Dialect::Docs, Dialect::Curator, Dialect::Kazoo, Dialect::Plain);
}

QString tokenOf(Dialect dialect, quint64 seed)
{
    const QString hex = u"%1"_s.arg(seed, 32, 16, QChar(u'0'));
    if (dialect == Dialect::Kazoo)
        return hex;
    if (dialect == Dialect::Plain)
        return {};
    return u"%1-%2-%3-%4-%5"_s.arg(hex.mid(0, 8), hex.mid(8, 4), hex.mid(12, 4), hex.mid(16, 4), hex.mid(20));
}

QString tokenIn(TokenForm form, quint64 seed)
{
    switch (form) {
    case TokenForm::None: return {};
    case TokenForm::Uuid: return tokenOf(Dialect::Docs, seed);
    case TokenForm::HexId: return tokenOf(Dialect::Kazoo, seed);
    case TokenForm::DecimalSession: return QString::number(static_cast<qint64>(seed));
    // One whose digits are all decimal, without a zero in front, cannot be told from the other recipe's.
    case TokenForm::HexSession: return u"0%1"_s.arg(seed >> 4, 15, 16, QChar(u'0'));
    }
    return {};
}

/// A contender per element, true for a writer, in the order of creation; numbers may run over the wrap-around.
std::vector<ChildNode> readWriteLock(Dialect dialect, const std::vector<bool> &writers, qint32 firstNumber = 0)
{
    std::vector<ChildNode> children;
    for (size_t i = 0; i < writers.size(); ++i) {
        const Mode mode = writers[i] ? Mode::Exclusive : Mode::Shared;
        const auto number = static_cast<qint32>(static_cast<quint32>(firstNumber) + static_cast<quint32>(i));
        const QString prefix = *namePrefix(dialect, NameKind::ReadWrite, mode, tokenOf(dialect, i + 1));
        const auto at = static_cast<qint64>(i) + 1;
        children.push_back(childNamed(prefix + sequenceText(number), at, at));
    }
    return children;
}

LockQueue read(std::vector<ChildNode> children)
{
    return readQueue(u"/lock"_s, std::nullopt, std::move(children));
}

std::vector<ChildNode> without(const LockQueue &queue, const std::set<int> &gone)
{
    std::vector<ChildNode> left;
    for (int i = 0; i < static_cast<int>(queue.contenders.size()); ++i) {
        if (!gone.contains(i))
            left.push_back(queue.contenders[static_cast<size_t>(i)].node);
    }
    return left;
}

} // namespace

class TestQueueProperties : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// As its own, or as one that several families write and this one among them.
    void everyNameOfEveryDialectIsReadBack()
    {
        const DialectRegistry &book = dialectRegistry();
        QVERIFY(rc::check("each dialect reads what its clients write", [&book] {
            const auto number = *rc::gen::inRange<size_t>(0, book.all().size());
            const DialectRules &rules = book.all()[number];
            RC_PRE(!rules.names.empty());
            const NamePattern pattern = *rc::gen::elementOf(rules.names);
            const auto seed = *rc::gen::arbitrary<quint64>();
            const QString token = tokenIn(pattern.token, seed);
            const auto sequence = *rc::gen::oneOf(rc::gen::inRange<qint32>(0, 100), rc::gen::arbitrary<qint32>());
            const QString name = pattern.before + token + pattern.after + sequenceText(sequence);
            RC_LOG() << qPrintable(name) << '\n';
            const auto reading = book.read(name);
            RC_ASSERT(reading.has_value());
            RC_ASSERT(reading->group >= 0);
            RC_ASSERT(reading->view.sequence == qint64(sequence));
            RC_ASSERT(reading->view.token == token);
            const auto &candidates = book.candidates(reading->group);
            RC_ASSERT(std::any_of(candidates.begin(), candidates.end(), [&](const auto &candidate) {
                return static_cast<size_t>(candidate.dialect) == number && candidate.pattern.kind == pattern.kind
                       && candidate.pattern.mode == pattern.mode && candidate.pattern.role == pattern.role;
            }));
        }));
    }

    void noNameWhateverMakesTheParserStumble()
    {
        QVERIFY(rc::check("any text is a name or is not", [] {
            const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                "_c_", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3f2504e04f8941d39a0c0305e82c3301", "-", "lock-",
                "__READ__", "__lock__", "0000000001", "000000001", "9999999999", "2147483648", "R-", "x", "x-",
                "zlock#", "#", "-n_", "LOCK-SHARED-", "72057594037927936", "ex", "n_", "\xc3\xa9", "0"));
            QString name;
            for (const std::string &piece : pieces)
                name += QString::fromStdString(piece);
            const auto parsed = parseName(name);
            if (!parsed)
                return;
            RC_ASSERT(parsed->sequence >= std::numeric_limits<qint32>::min());
            RC_ASSERT(parsed->sequence <= std::numeric_limits<qint32>::max());
            RC_ASSERT(name.endsWith(QString::asprintf("%010d", static_cast<qint32>(parsed->sequence))));
            RC_ASSERT(name.contains(parsed->token));
        }));
    }

    void aWriterNeverHoldsTogetherWithAnybody()
    {
        QVERIFY(rc::check("readers together, or one writer", [](const std::vector<bool> &writers) {
            const LockQueue queue = read(readWriteLock(*anyDialect(), writers));
            RC_ASSERT(queue.holders.empty() == writers.empty());
            for (const int holder : queue.holders) {
                const bool writer = queue.contenders[static_cast<size_t>(holder)].parsed->mode == Mode::Exclusive;
                RC_ASSERT(!writer || queue.holders.size() == 1);
            }
        }));
    }

    void everyWaiterWaitsForEarlierContendersOnly()
    {
        QVERIFY(rc::check("waitsFor points forward in the queue", [](const std::vector<bool> &writers) {
            const LockQueue queue = read(readWriteLock(*anyDialect(), writers));
            for (int i = 0; i < static_cast<int>(queue.contenders.size()); ++i) {
                const Contender &contender = queue.contenders[static_cast<size_t>(i)];
                RC_ASSERT(contender.waits.isEmpty() == (contender.state == ContenderState::Holding));
                for (const int blocker : queue.waitsFor(i))
                    RC_ASSERT(blocker >= 0 && blocker < i);
            }
        }));
    }

    void removingTheHoldersServesEverybodyInOrder()
    {
        QVERIFY(rc::check("fair from end to end, over the wrap-around too", [](const std::vector<bool> &writers) {
            const auto firstNumber = *rc::gen::element<qint32>(0, 2147483640, -5);
            auto children = readWriteLock(*anyDialect(), writers, firstNumber);
            qint64 served = 0;
            while (!children.empty()) {
                const LockQueue queue = read(children);
                RC_ASSERT(!queue.holders.empty());
                for (const int holder : queue.holders)
                    RC_ASSERT(queue.contenders[static_cast<size_t>(holder)].node.stat->czxid.value == ++served);
                children = without(queue, {queue.holders.begin(), queue.holders.end()});
            }
            RC_ASSERT(served == static_cast<qint64>(writers.size()));
        }));
    }

    void whoIsForetoldHoldsAfterTheRemoval()
    {
        QVERIFY(rc::check("nextAfterRemoval is what readQueue says afterwards", [](const std::vector<bool> &writers) {
            RC_PRE(!writers.empty());
            // Also of writers alone, who are a line.
            const bool alone = *rc::gen::inRange(0, 3) == 0;
            const LockQueue queue =
                read(readWriteLock(*anyDialect(), alone ? std::vector<bool>(writers.size(), true) : writers));
            const auto some = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(
                rc::gen::inRange<int>(0, static_cast<int>(queue.contenders.size()))));
            const std::set<int> gone(some.begin(), some.end());
            const LockQueue after = read(without(queue, gone));
            QStringList predicted = names(queue, queue.nextAfterRemoval(some)); // in any order, some of them twice
            for (const int holder : queue.holders) {
                if (!gone.contains(holder))
                    predicted += names(queue, {holder});
            }
            const QStringList holding = names(after, after.holders);
            RC_ASSERT(QSet<QString>(predicted.begin(), predicted.end())
                      == QSet<QString>(holding.begin(), holding.end()));
        }));
    }

    void whoStaysInALineIsWhatHeWas()
    {
        QVERIFY(rc::check("others come and go before him", [] {
            const auto length = *rc::gen::inRange<size_t>(2, 30);
            const LockQueue queue = read(readWriteLock(*anyDialect(), std::vector<bool>(length, true)));
            std::set<int> gone;
            for (int i = *rc::gen::inRange(0, static_cast<int>(length)); i > 0; --i)
                gone.insert(*rc::gen::inRange(0, static_cast<int>(length)));
            const LockQueue after = read(without(queue, gone));
            for (int i = 1; i < static_cast<int>(after.contenders.size()); ++i) {
                const Contender &contender = after.contenders[static_cast<size_t>(i)];
                const int before = queue.indexOf(contender.node.name);
                RC_ASSERT(contender == queue.contenders[static_cast<size_t>(before)]);
                RC_ASSERT(after.waitsFor(i) == IndexList{i - 1});
                RC_ASSERT(queue.waitsFor(before) == IndexList{before - 1});
                RC_ASSERT(contender.placeShift == 0);
            }
        }));
    }

    void theOrderOfListingDoesNotMatter()
    {
        QVERIFY(rc::check("a directory has no order", [](const std::vector<bool> &writers, quint32 seed) {
            auto children = readWriteLock(*anyDialect(), writers);
            for (size_t i = 0; i < children.size(); ++i) {
                if (((seed >> (i % 32)) & 1) != 0)
                    children[i].stat.reset();
            }
            const LockQueue queue = read(children);
            std::reverse(children.begin(), children.end());
            RC_ASSERT(read(children) == queue);
            std::rotate(children.begin(), children.begin() + static_cast<long>(children.size() / 2), children.end());
            RC_ASSERT(read(children) == queue);
        }));
    }

    void aHealthyQueueHasNoFindings()
    {
        QVERIFY(rc::check("no false alarm", [](const std::vector<bool> &writers) {
            const LockQueue queue =
                read(readWriteLock(*anyDialect(), writers, *rc::gen::element<qint32>(0, 2147483640, -5)));
            // A counter that is at its end is told of, and that is all.
            for (const Finding &finding : queue.findings)
                RC_ASSERT(finding.id == u"sequence-overflow"_s);
        }));
    }
};

} // namespace lockscope::tst_queueproperties

LOCKSCOPE_TEST(lockscope::tst_queueproperties::TestQueueProperties)
#include "tst_queueproperties.moc"
