// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenarioverdict.h"

#include "core/scenario/jsonfields.h"

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

double perRelease(qint64 count, const LockCounts &counts)
{
    return counts.releases == 0 ? 0 : static_cast<double>(count) / static_cast<double>(counts.releases);
}

/// Entries of the report's list, of one lock or of all.
qint64 countOf(const QJsonObject &report, const QString &list, const QString &lock)
{
    const QJsonArray entries = report.value(list).toArray();
    return std::count_if(entries.begin(), entries.end(),
                         [&](const QJsonValue &entry) { return lock.isEmpty() || entry[u"lock"].toString() == lock; });
}

class Comparer
{
public:
    Comparer(const ScenarioFold &fold, const QJsonObject &report, const Evidence &evidence)
        : m_fold(fold)
        , m_evidence(evidence)
        , m_report(report)
    {
    }

    Verdict::Row compare(const Expectation &expectation)
    {
        Verdict::Row row =
            std::visit([&](const auto &what) { return rowOf(what, expectation.lock); }, expectation.what);
        if (!expectation.lock.isEmpty())
            row.key = u"locks.%1.%2"_s.arg(expectation.lock, row.key);
        return row;
    }

private:
    Verdict::Row rowOf(const CountExpected &expected, const QString &lock) const
    {
        const double found = measured(expected.measure, lock);
        return {measureName(expected.measure), rangeText(expected.range), QString::number(found, 'g', 6),
                expected.range.contains(found)};
    }

    Verdict::Row rowOf(const OrderExpected &expected, const QString &lock) const
    {
        const QStringList &order = m_fold.counts(lock).order;
        QStringList groups;
        qsizetype at = 0;
        bool ok = true;
        for (ClientNames group : expected.groups) {
            groups << (group.size() == 1 ? group.first() : u"{%1}"_s.arg(group.join(", "_L1)));
            ClientNames there = order.mid(at, group.size());
            at += group.size();
            std::sort(group.begin(), group.end());
            std::sort(there.begin(), there.end());
            ok &= there == group;
        }
        return {u"order"_s, groups.join(", "_L1), order.join(", "_L1), ok && at == order.size()};
    }

    Verdict::Row rowOf(const FindingsExpected &expected, const QString &lock) const
    {
        QStringList wanted = expected.ids;
        wanted.sort();
        const QStringList found = m_evidence.findings.value(lock);
        const QString none = u"none"_s;
        return {u"findings"_s, wanted.isEmpty() ? none : wanted.join(", "_L1),
                found.isEmpty() ? none : found.join(", "_L1), wanted == found};
    }

    double measured(Measure measure, const QString &lock) const
    {
        const LockCounts &counts = m_fold.counts(lock);
        switch (measure) {
        case Measure::Violations: return static_cast<double>(countOf(m_report, u"violations"_s, lock));
        case Measure::BeliefOverlaps: return static_cast<double>(countOf(m_report, u"belief_overlaps"_s, lock));
        case Measure::OrderViolations: return m_report.value(u"order_violations"_s).toDouble();
        case Measure::Acquired: return static_cast<double>(counts.acquired);
        case Measure::TimedOut: return static_cast<double>(counts.timedOut);
        case Measure::Failed: return static_cast<double>(counts.failed);
        case Measure::Orphans: return static_cast<double>(m_evidence.orphans.size());
        case Measure::Duplicates: return static_cast<double>(m_fold.duplicates());
        case Measure::Stamped: return static_cast<double>(m_fold.stamped());
        case Measure::WatchEvents: return static_cast<double>(counts.watchEvents);
        case Measure::WatchEventsPerRelease: return perRelease(counts.watchEvents, counts);
        case Measure::RequestsPerRelease: return perRelease(counts.requests, counts);
        case Measure::Deadlocks: return static_cast<double>(m_evidence.deadlocks);
        }
        return 0;
    }

    const ScenarioFold &m_fold;
    const Evidence &m_evidence;
    QJsonObject m_report;
};

} // namespace

bool Verdict::isAsExpected() const
{
    return !failed && std::all_of(rows.begin(), rows.end(), [](const Row &row) { return row.ok; });
}

QJsonObject Verdict::toJson() const
{
    QJsonObject json = report;
    QJsonArray expectations;
    for (const Row &row : rows)
        expectations.append(QJsonObject{
            {u"key"_s, row.key}, {u"expected"_s, row.expected}, {u"found"_s, row.found}, {u"ok"_s, row.ok}});
    json[u"scenario"_s] = title;
    json[u"ok"_s] = isAsExpected();
    json[u"expect"_s] = expectations;
    json[u"failed_step"_s] = failed ? QJsonValue(QJsonObject{{u"step"_s, failed->index},
                                                             {u"line"_s, failed->line},
                                                             {u"text"_s, failed->text},
                                                             {u"error"_s, failed->error.sentence()}})
                                    : QJsonValue();
    return json;
}

bool hasComeFarEnough(const QList<Expectation> &expected, const ScenarioFold &fold)
{
    return std::all_of(expected.begin(), expected.end(), [&](const Expectation &expectation) {
        const LockCounts &counts = fold.counts(expectation.lock);
        if (const auto *order = std::get_if<OrderExpected>(&expectation.what)) {
            qsizetype wanted = 0;
            for (const ClientNames &group : order->groups)
                wanted += group.size();
            return counts.order.size() >= wanted;
        }
        const auto *count = std::get_if<CountExpected>(&expectation.what);
        if (!count || !count->range.least)
            return true;
        switch (count->measure) {
        case Measure::Acquired: return static_cast<double>(counts.acquired) >= *count->range.least;
        case Measure::TimedOut: return static_cast<double>(counts.timedOut) >= *count->range.least;
        case Measure::Failed: return static_cast<double>(counts.failed) >= *count->range.least;
        case Measure::Stamped: return static_cast<double>(fold.stamped()) >= *count->range.least;
        case Measure::WatchEvents: return static_cast<double>(counts.watchEvents) >= *count->range.least;
        case Measure::Violations:
        case Measure::BeliefOverlaps:
        case Measure::OrderViolations:
        case Measure::Orphans:
        case Measure::Duplicates:
        case Measure::WatchEventsPerRelease:
        case Measure::RequestsPerRelease:
        case Measure::Deadlocks: return true;
        }
        return true;
    });
}

QList<Verdict::Row> compare(const QList<Expectation> &expected, const ScenarioFold &fold, const QJsonObject &report,
                            const Evidence &evidence)
{
    Comparer comparer(fold, report, evidence);
    QList<Verdict::Row> rows;
    for (const Expectation &expectation : expected)
        rows << comparer.compare(expectation);
    return rows;
}

} // namespace lockscope::lab
