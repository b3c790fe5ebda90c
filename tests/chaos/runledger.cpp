// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/runledger.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;

// ---- a record as JSON ----

namespace {

QJsonObject counts(const QMap<QString, int> &map)
{
    QJsonObject json;
    for (auto count = map.cbegin(); count != map.cend(); ++count)
        json[count.key()] = count.value();
    return json;
}

QMap<QString, int> countsFrom(const QJsonObject &json)
{
    QMap<QString, int> map;
    for (auto count = json.begin(); count != json.end(); ++count)
        map[count.key()] = count.value().toInt();
    return map;
}

QStringList textsFrom(const QJsonValue &json)
{
    QStringList texts;
    const QJsonArray array = json.toArray();
    for (const QJsonValue &text : array)
        texts += text.toString();
    return texts;
}

} // namespace

QJsonObject toJson(const RunRecord &record)
{
    return {{u"run"_s, record.run},
            {u"recipe"_s, record.recipe},
            {u"dialect"_s, record.dialect},
            {u"clock"_s, record.clock},
            {u"servers"_s, record.servers},
            {u"clients"_s, record.clients},
            {u"grants"_s, record.grants},
            {u"faults"_s, counts(record.faults)},
            {u"server_faults"_s, counts(record.serverFaults)},
            {u"verdict"_s, record.hasVerdict},
            {u"reason"_s, record.reason},
            {u"hung"_s, record.hung},
            {u"violations"_s, QJsonArray::fromStringList(record.violations)},
            {u"findings"_s, QJsonArray::fromStringList(record.findings)},
            {u"overlaps"_s, record.overlaps},
            {u"compared"_s, record.compared},
            {u"differences"_s, QJsonArray::fromStringList(record.differences)},
            {u"duration_ms"_s, record.durationMs}};
}

RunRecord recordFrom(const QJsonObject &json)
{
    RunRecord record;
    record.run = json[u"run"_s].toString();
    record.recipe = json[u"recipe"_s].toString();
    record.dialect = json[u"dialect"_s].toString();
    record.clock = json[u"clock"_s].toString();
    record.servers = json[u"servers"_s].toInt();
    record.clients = json[u"clients"_s].toInt();
    record.grants = json[u"grants"_s].toInteger();
    record.faults = countsFrom(json[u"faults"_s].toObject());
    record.serverFaults = countsFrom(json[u"server_faults"_s].toObject());
    record.hasVerdict = json[u"verdict"_s].toBool();
    record.reason = json[u"reason"_s].toString();
    record.hung = json[u"hung"_s].toBool();
    record.violations = textsFrom(json[u"violations"_s]);
    record.findings = textsFrom(json[u"findings"_s]);
    record.overlaps = json[u"overlaps"_s].toInteger();
    record.compared = json[u"compared"_s].toInt();
    record.differences = textsFrom(json[u"differences"_s]);
    record.durationMs = json[u"duration_ms"_s].toInteger();
    return record;
}

// ---- the file ----

namespace {

tl::unexpected<Error> fileFailure(const QString &sentence)
{
    return failure(ErrorCode::Other, u"ledger"_s, {}, Text::verbatim(sentence));
}

} // namespace

RunLedger::RunLedger(const QString &path)
    : m_file(path)
{
}

void RunLedger::keep(const RunRecord &record)
{
    m_records += record;
    m_runs += record.run;
}

Result<std::unique_ptr<RunLedger>> RunLedger::open(const QString &path)
{
    std::unique_ptr<RunLedger> ledger(new RunLedger(path));
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile &file = ledger->m_file;
    if (!file.open(QIODevice::ReadWrite | QIODevice::Unbuffered))
        return fileFailure(u"%1 cannot be opened: %2"_s.arg(path, file.errorString()));
    const QByteArray all = file.readAll();
    const qsizetype whole = all.lastIndexOf('\n') + 1;
    if (whole > 0) {
        const QList<QByteArray> lines = all.first(whole - 1).split('\n');
        for (const QByteArray &line : lines) {
            const QJsonObject json = QJsonDocument::fromJson(line).object();
            if (!json[u"run"_s].isString())
                return fileFailure(u"%1 is no ledger of runs: a line begins \"%2\""_s.arg(
                    path, QString::fromUtf8(line.first(std::min<qsizetype>(line.size(), 40)))));
            ledger->keep(recordFrom(json));
        }
    }
    if (!file.resize(whole) || !file.seek(whole))
        return fileFailure(u"%1 cannot be gone on with: %2"_s.arg(path, file.errorString()));
    return ledger;
}

Result<Done> RunLedger::add(const RunRecord &record)
{
    const QByteArray line = QJsonDocument(toJson(record)).toJson(QJsonDocument::Compact) + '\n';
    if (m_file.write(line) != line.size())
        return fileFailure(u"%1 cannot be written: %2"_s.arg(m_file.fileName(), m_file.errorString()));
    keep(record);
    return Done();
}

} // namespace lockscope::chaos
