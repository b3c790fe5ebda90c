// SPDX-License-Identifier: Apache-2.0
#include "ui/journal/journalexport.h"

#include "core/journal/eventjson.h"
#include "core/journal/shiviz.h"
#include "ui/journal/journalmodel.h"

#include <QIODevice>
#include <QJsonDocument>
#include <QSaveFile>
#include <QThread>

namespace lockscope::ui {

namespace {

constexpr int glanceMs = 40;

/// Takes nothing any more once it is to stop: whoever writes gives up.
class StoppableDevice : public QIODevice
{
public:
    StoppableDevice(QIODevice *device, const JournalProgress &progress)
        : m_device(device)
        , m_progress(progress)
    {
        open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    }

    bool isSequential() const override { return true; }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *data, qint64 size) override
    {
        return m_progress.stop ? -1 : m_device->write(data, size);
    }

private:
    QIODevice *m_device;
    const JournalProgress &m_progress;
};

QByteArray lineFor(const JournalExtract &extract, const journal::Event &event)
{
    const QByteArray line = extract.format == JournalFormat::Text
                                ? lineOf(event, extract.names.value(journal::clientOf(event.what))).toUtf8()
                                : QJsonDocument(journal::toJson(event)).toJson(QJsonDocument::Compact);
    return line + '\n';
}

} // namespace

bool writeJournal(const JournalExtract &extract, QIODevice *device, JournalProgress &progress)
{
    StoppableDevice out(device, progress);
    const auto isAskedFor = [&](const journal::Event &event) {
        ++progress.done;
        return extract.question.accepts(event, extract.names.value(journal::clientOf(event.what)));
    };
    if (extract.format == JournalFormat::ShiViz)
        return journal::writeShiviz(extract.journal, isAskedFor, &out);
    for (qsizetype i = 0; i < extract.journal.size() && !progress.stop; ++i) {
        const journal::Event event = extract.journal.at(i);
        if (!isAskedFor(event))
            continue;
        const QByteArray line = lineFor(extract, event);
        if (out.write(line) != line.size())
            return false;
    }
    return !progress.stop;
}

JournalExport::JournalExport(JournalExtract extract, const QString &fileName, QObject *parent)
    : QObject(parent)
    , m_all(extract.journal.size())
{
    const auto write = [this, progress = m_progress, extract = std::move(extract), fileName] {
        QSaveFile file(fileName);
        m_outcome.isWritten =
            file.open(QIODevice::WriteOnly) && writeJournal(extract, &file, *progress) && file.commit();
        m_outcome.wasCancelled = !m_outcome.isWritten && progress->stop;
        if (!m_outcome.isWritten)
            m_outcome.error = file.errorString();
    };
    m_thread.reset(QThread::create(write));
    connect(m_thread.get(), &QThread::finished, this, [this] { Q_EMIT finished(m_outcome); });
    startTimer(glanceMs);
    m_thread->start();
}

JournalExport::~JournalExport()
{
    m_progress->stop = true;
    m_thread->wait();
}

void JournalExport::cancel()
{
    m_progress->stop = true;
}

void JournalExport::timerEvent(QTimerEvent *)
{
    const qsizetype done = m_progress->done;
    if (done > 0 && m_all > 0)
        Q_EMIT progressed(static_cast<int>(done * 1000 / m_all));
}

} // namespace lockscope::ui
