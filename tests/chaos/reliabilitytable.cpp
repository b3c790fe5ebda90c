// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/reliabilitytable.h"

#include "tests/chaos/runplan.h"

#include <QSaveFile>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;

namespace {

const QString beginMark = u"<!-- chaos -->"_s;
const QString endMark = u"<!-- /chaos -->"_s;

/// What some runs came to.
struct Sum
{
    qint64 runs = 0;
    qint64 times = 0; ///< that a fault befell
    qint64 grants = 0;
    qint64 violations = 0;
    qint64 findings = 0;
    qint64 overlaps = 0;
    qint64 contenders = 0;
    qint64 differences = 0;
    qint64 hangs = 0;
    qint64 withoutVerdict = 0;

    void add(const RunRecord &record, int timesOfFault = 0)
    {
        ++runs;
        times += timesOfFault;
        grants += record.grants;
        violations += record.violations.size();
        findings += record.findings.size();
        overlaps += record.overlaps;
        contenders += record.compared;
        differences += record.differences.size();
        hangs += record.hung ? 1 : 0;
        withoutVerdict += record.hasVerdict ? 0 : 1;
    }

    QString cells() const
    {
        return u"%1 | %2 | %3 | %4 | %5 | %6 | %7"_s.arg(grants)
            .arg(violations)
            .arg(findings)
            .arg(overlaps)
            .arg(differences)
            .arg(hangs)
            .arg(withoutVerdict);
    }
};

const QString outcomes =
    u"grants | violations | other findings | overlaps of belief | differences | hangs | no verdict"_s;
const QString outcomeRule = u"---:|---:|---:|---:|---:|---:|---:|"_s;

int faultsOf(const QMap<QString, int> &counts)
{
    int sum = 0;
    for (const int count : counts)
        sum += count;
    return sum;
}

QString summary(const QList<RunRecord> &records)
{
    Sum all;
    qint64 disturbed = 0;
    QMap<QString, int> reasons;
    for (const RunRecord &record : records) {
        all.add(record, faultsOf(record.faults));
        disturbed += record.serverFaults.isEmpty() ? 0 : 1;
        if (!record.hasVerdict)
            ++reasons[record.reason.section(u':', 0, 0)];
    }
    QStringList why;
    for (auto reason = reasons.begin(); reason != reasons.end(); ++reason)
        why += u"%1 × %2"_s.arg(reason.value()).arg(reason.key());
    return u"%1 runs of sound recipes, %2 of them with faults of servers: %3 grants under %4 faults of clients; %5 "
           u"violations "
           "by the servers’ answers, %6 other findings, %7 overlaps of belief; %8 contenders compared, %9 differences; "_s
               .arg(all.runs)
               .arg(disturbed)
               .arg(all.grants)
               .arg(all.times)
               .arg(all.violations)
               .arg(all.findings)
               .arg(all.overlaps)
               .arg(all.contenders)
               .arg(all.differences)
           + u"%1 hangs, %2 runs without a verdict%3.\n"_s.arg(all.hangs)
                 .arg(all.withoutVerdict)
                 .arg(why.isEmpty() ? QString() : u" ("_s + why.join(u"; "_s) + u')');
}

QString byRecipe(const QList<RunRecord> &records)
{
    QString text = u"| recipe | dialects | runs | faults | %1 |\n|---|---|---:|---:|%2\n"_s.arg(outcomes, outcomeRule);
    for (const locks::RecipeInfo *info : soundRecipes()) {
        Sum sum;
        QStringList dialects;
        for (const RunRecord &record : records) {
            if (record.recipe != info->name)
                continue;
            sum.add(record, faultsOf(record.faults));
            dialects += record.dialect;
        }
        dialects.removeDuplicates();
        dialects.sort();
        if (sum.runs > 0)
            text += u"| `%1` | %2 | %3 | %4 | %5 |\n"_s.arg(info->name, dialects.join(u", "_s))
                        .arg(sum.runs)
                        .arg(sum.times)
                        .arg(sum.cells());
    }
    return text;
}

QString byFault(const QList<RunRecord> &records)
{
    QMap<QString, Sum> clients;
    QMap<QString, Sum> servers;
    QMap<QString, Sum> clocks;
    QMap<QString, Sum> ensembles;
    for (const RunRecord &record : records) {
        for (auto fault = record.faults.begin(); fault != record.faults.end(); ++fault)
            clients[u"`%1` of a client"_s.arg(fault.key())].add(record, fault.value());
        for (auto fault = record.serverFaults.begin(); fault != record.serverFaults.end(); ++fault)
            servers[fault.key()].add(record, fault.value());
        clocks[u"clients’ clock: %1"_s.arg(record.clock)].add(record, 1);
        ensembles[u"%1 servers"_s.arg(record.servers)].add(record, 1);
    }
    QString text = u"| fault | runs that it befell | times | %1 |\n|---|---:|---:|%2\n"_s.arg(outcomes, outcomeRule);
    for (const auto &group : {clients, servers, clocks, ensembles}) {
        for (auto fault = group.begin(); fault != group.end(); ++fault)
            text +=
                u"| %1 | %2 | %3 | %4 |\n"_s.arg(fault.key()).arg(fault->runs).arg(fault->times).arg(fault->cells());
    }
    return text;
}

QString brokenOnPurpose(const QList<RunRecord> &records)
{
    QString text = u"| broken on purpose | tries | caught | by |\n|---|---:|---:|---|\n"_s;
    for (const locks::RecipeInfo *info : brokenRecipes()) {
        int tries = 0;
        int caught = 0;
        QStringList rules;
        for (const RunRecord &record : records) {
            if (record.recipe != info->name)
                continue;
            ++tries;
            caught += record.isCaught() ? 1 : 0;
            for (const QString &found : record.violations + record.findings)
                rules += u'`' + found.section(u':', 0, 0) + u'`';
        }
        rules.removeDuplicates();
        rules.sort();
        if (tries > 0)
            text += u"| `%1` | %2 | %3 | %4 |\n"_s.arg(info->name)
                        .arg(tries)
                        .arg(caught)
                        .arg(caught == 0 ? u"**not caught**"_s : rules.join(u", "_s));
    }
    return text;
}

} // namespace

QString reliabilityTables(const QList<RunRecord> &records)
{
    QList<RunRecord> sound;
    QList<RunRecord> broken;
    for (const RunRecord &record : records)
        (planOf(record.run) && planOf(record.run)->recipe().isSound() ? sound : broken) += record;
    return QStringList{summary(sound), byRecipe(sound), byFault(sound), brokenOnPurpose(broken)}.join(u'\n');
}

Result<Done> writeReliability(const QString &page, const QList<RunRecord> &records)
{
    QString text;
    if (QFile file(page); file.open(QIODevice::ReadOnly))
        text = QString::fromUtf8(file.readAll());
    else
        text = u"# Reliability\n\n%1\n%2\n"_s.arg(beginMark, endMark);
    const qsizetype begin = text.indexOf(beginMark);
    const qsizetype end = text.indexOf(endMark);
    if (begin < 0 || end < begin)
        return failure(
            ErrorCode::Other, u"table"_s, {},
            Text::verbatim(u"%1 has no place for the table: put %2 and %3 into it"_s.arg(page, beginMark, endMark)));
    text = text.first(begin) + beginMark + u"\n\n"_s + reliabilityTables(records) + u'\n' + text.sliced(end);
    QSaveFile file(page);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0 || !file.commit())
        return failure(ErrorCode::Other, u"table"_s, {},
                       Text::verbatim(u"%1 cannot be written: %2"_s.arg(page, file.errorString())));
    return Done();
}

} // namespace lockscope::chaos
