// SPDX-License-Identifier: Apache-2.0
#include "core/journal/recording.h"

#include "core/journal/eventjson.h"
#include "core/journal/jsonvalue.h"

#include <QJsonDocument>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

constexpr int formatVersion = 1;

QByteArray recordingHeaderLine(const RecordingHeader &header)
{
    QJsonObject json{{u"lockscope"_s, formatVersion},
                     {u"kind"_s, u"recording"_s},
                     {u"version"_s, header.version},
                     {u"started"_s, isoMicroseconds(header.startedNs)},
                     {u"started_ns"_s, header.startedNs},
                     {u"title"_s, header.title},
                     {u"seed"_s, header.seed ? QJsonValue(QString::number(*header.seed)) : QJsonValue()}};
    if (header.carried > 0)
        json[u"carried"_s] = static_cast<qint64>(header.carried);
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

Result<RecordingHeader> recordingHeaderFromLine(const QByteArray &line, const QString &name)
{
    const QJsonObject json = QJsonDocument::fromJson(line).object();
    const auto version = wholeNumber(json["lockscope"_L1]);
    if (!version)
        return invalidInput(Text::en("%1 is no recording: its first line is not a recording's header.").arg(name));
    if (json["kind"_L1] != "recording"_L1)
        return invalidInput(
            json.contains("steps"_L1) || json.contains("clients"_L1)
                ? Text::en("%1 is a scenario, no recording: run it with lockscope-cli run.").arg(name)
                : Text::en("%1 is no recording: the \"kind\" in its first line should be \"recording\", not %2.")
                      .arg(name, shortJson(json["kind"_L1])));
    if (*version != formatVersion)
        return invalidInput(
            Text::en("%1 is a recording of format %2, and this version reads format %3 only: open it with a newer "
                     "Lockscope.")
                .arg(name, *version, formatVersion));
    RecordingHeader header;
    header.version = json["version"_L1].toString();
    header.title = json["title"_L1].toString();
    const auto started = wholeNumber(json["started_ns"_L1]);
    if (!started)
        return invalidInput(Text::en("%1, line 1: \"started_ns\" should be a whole number, not %2.")
                                .arg(name, shortJson(json["started_ns"_L1])));
    header.startedNs = *started;
    if (json.contains("carried"_L1)) {
        const auto carried = wholeNumber(json["carried"_L1]);
        if (!carried || *carried < 0)
            return invalidInput(Text::en("%1, line 1: \"carried\" should be a whole number, not %2.")
                                    .arg(name, shortJson(json["carried"_L1])));
        header.carried = static_cast<quint64>(*carried);
    }
    if (json["seed"_L1].isString()) {
        bool ok = false;
        header.seed = json["seed"_L1].toString().toULongLong(&ok);
        if (!ok)
            return invalidInput(Text::en("%1, line 1: \"seed\" should be a whole number in quotes, not %2.")
                                    .arg(name, shortJson(json["seed"_L1])));
    }
    return header;
}

} // namespace lockscope::journal
