// SPDX-License-Identifier: Apache-2.0
// What came of each run, a line of JSON each in a file that only grows: a program that is killed leaves whole lines,
// and one that is started again knows what is done. Never judges.
#pragma once

#include "core/base/error.h"

#include <QFile>
#include <QJsonObject>
#include <QMap>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>

namespace lockscope::chaos {

struct RunRecord
{
    QString run; ///< its name: of a sound recipe the seed
    QString recipe;
    QString dialect;
    QString clock;
    int servers = 0;
    int clients = 0;
    qint64 grants = 0;
    QMap<QString, int> faults;       ///< of clients, by name: that befell
    QMap<QString, int> serverFaults; ///< that were going on at some moment of the run
    bool hasVerdict = false;         ///< it was over, and was judged
    QString reason;                  ///< why there is no verdict
    bool hung = false;               ///< it was not over, and nothing that was done to servers explains it
    QStringList violations;          ///< by the servers' answers
    QStringList findings;            ///< of the other rules, but for overlaps of belief
    qint64 overlaps = 0;
    int compared = 0; ///< contenders in its locks when they were compared
    QStringList differences;
    qint64 durationMs = 0;

    bool isClean() const
    {
        return hasVerdict && !hung && violations.isEmpty() && findings.isEmpty() && differences.isEmpty();
    }
    /// Of a recipe that is broken on purpose: it showed.
    bool isCaught() const { return !violations.isEmpty() || !findings.isEmpty(); }
};

QJsonObject toJson(const RunRecord &record);
RunRecord recordFrom(const QJsonObject &json);

class RunLedger
{
public:
    /// Reads what is there. A last line that was cut off is taken away; any other that is none of ours is an error.
    static Result<std::unique_ptr<RunLedger>> open(const QString &path);

    const QList<RunRecord> &records() const { return m_records; }
    bool has(const QString &run) const { return m_runs.contains(run); }
    /// In the file when this is back.
    Result<Done> add(const RunRecord &record);

private:
    explicit RunLedger(const QString &path);
    void keep(const RunRecord &record);

    QFile m_file;
    QList<RunRecord> m_records;
    QSet<QString> m_runs;
};

} // namespace lockscope::chaos
