// SPDX-License-Identifier: Apache-2.0
#include "ui/journal/journalexport.h"

#include "core/journal/eventjson.h"
#include "core/journal/shiviz.h"
#include "ui/journal/journalmodel.h"

#include <QIODevice>
#include <QJsonDocument>

namespace lockscope::ui {

namespace {

QByteArray lineFor(const JournalExtract &extract, const journal::Event &event)
{
    const QByteArray line = extract.format == JournalFormat::Text
                                ? lineOf(event, extract.clients.value(journal::clientOf(event.what)).name).toUtf8()
                                : QJsonDocument(journal::toJson(event)).toJson(QJsonDocument::Compact);
    return line + '\n';
}

} // namespace

bool writeJournal(const JournalExtract &extract, QIODevice *device, ExportProgress &progress)
{
    progress.all = extract.journal.size();
    const auto isAskedFor = [&](const journal::Event &event) {
        ++progress.done;
        return extract.question.accepts(event, extract.clients.value(journal::clientOf(event.what)));
    };
    if (extract.format == JournalFormat::ShiViz)
        return journal::writeShiviz(extract.journal, isAskedFor, device);
    for (qsizetype i = 0; i < extract.journal.size() && !progress.stop; ++i) {
        const journal::Event event = extract.journal.at(i);
        if (!isAskedFor(event))
            continue;
        const QByteArray line = lineFor(extract, event);
        if (device->write(line) != line.size())
            return false;
    }
    return !progress.stop;
}

FileExport::Write writerOf(JournalExtract extract)
{
    return [extract = std::move(extract)](QIODevice *device, ExportProgress &progress) {
        return writeJournal(extract, device, progress);
    };
}

} // namespace lockscope::ui
