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

/// Each field of a record, which may be const, with its name.
void forEachField(auto &record, auto visit)
{
    visit(u"run"_s, record.run);
    visit(u"recipe"_s, record.recipe);
    visit(u"dialect"_s, record.dialect);
    visit(u"clock"_s, record.clock);
    visit(u"servers"_s, record.servers);
    visit(u"clients"_s, record.clients);
    visit(u"grants"_s, record.grants);
    visit(u"faults"_s, record.faults);
    visit(u"server_faults"_s, record.serverFaults);
    visit(u"verdict"_s, record.hasVerdict);
    visit(u"reason"_s, record.reason);
    visit(u"hung"_s, record.hung);
    visit(u"violations"_s, record.violations);
    visit(u"findings"_s, record.findings);
    visit(u"overlaps"_s, record.overlaps);
    visit(u"compared"_s, record.compared);
    visit(u"differences"_s, record.differences);
    visit(u"duration_ms"_s, record.durationMs);
}

QJsonValue fieldJson(const auto &simple)
{
    return simple;
}

QJsonValue fieldJson(const QStringList &texts)
{
    return QJsonArray::fromStringList(texts);
}

QJsonValue fieldJson(const QMap<QString, int> &counts)
{
    QJsonObject json;
    for (auto count = counts.cbegin(); count != counts.cend(); ++count)
        json[count.key()] = count.value();
    return json;
}

void readField(const QJsonValue &json, auto &simple)
{
    simple = json.toVariant().value<std::remove_reference_t<decltype(simple)>>();
}

void readField(const QJsonValue &json, QMap<QString, int> &counts)
{
    const QJsonObject object = json.toObject();
    for (auto count = object.begin(); count != object.end(); ++count)
        counts[count.key()] = count.value().toInt();
}

} // namespace

QJsonObject toJson(const RunRecord &record)
{
    QJsonObject json;
    forEachField(record, [&json](const QString &name, const auto &field) { json[name] = fieldJson(field); });
    return json;
}

RunRecord recordFrom(const QJsonObject &json)
{
    RunRecord record;
    forEachField(record, [&json](const QString &name, auto &field) { readField(json[name], field); });
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
