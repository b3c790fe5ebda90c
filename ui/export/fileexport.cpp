// SPDX-License-Identifier: Apache-2.0
#include "ui/export/fileexport.h"

#include "core/base/privatefile.h"

#include <QDateTime>
#include <QFileDialog>
#include <QProgressBar>
#include <QProgressDialog>
#include <QThread>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int glanceMs = 40;
constexpr int momentMs = 300;
constexpr int leastPictureWidth = 380;

/// Takes nothing any more once it is to stop: the writer gives up.
class StoppableDevice : public QIODevice
{
public:
    StoppableDevice(QIODevice *device, const ExportProgress &progress)
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
    const ExportProgress &m_progress;
};

FileExport::Outcome writeFile(const QString &fileName, const FileExport::Write &write, ExportProgress &progress)
{
    FileExport::Outcome outcome;
    WholeFile file(fileName);
    if (openPrivately(file)) {
        StoppableDevice device(&file, progress);
        outcome.isWritten = write(&device, progress) && !progress.stop && file.commit();
    }
    outcome.wasCancelled = !outcome.isWritten && progress.stop;
    if (!outcome.isWritten)
        outcome.error = file.errorString();
    return outcome;
}

} // namespace

FileExport::FileExport(Write write, const QString &fileName, QObject *parent)
    : QObject(parent)
{
    m_thread.reset(QThread::create([this, progress = m_progress, write = std::move(write), fileName] {
        m_outcome = writeFile(fileName, write, *progress);
    }));
    connect(m_thread.get(), &QThread::finished, this, [this] { Q_EMIT finished(m_outcome); });
    startTimer(glanceMs);
    m_thread->start();
}

FileExport::~FileExport()
{
    m_progress->stop = true;
    m_thread->wait();
}

void FileExport::cancel()
{
    m_progress->stop = true;
}

void FileExport::timerEvent(QTimerEvent *)
{
    const qsizetype done = m_progress->done;
    const qsizetype all = m_progress->all;
    if (done > 0 && all > 0)
        Q_EMIT progressed(static_cast<int>(std::min(done, all) * 1000 / all));
}

QString askForPage(QWidget *window, const QString &title, const QString &stem, const QDateTime &when)
{
    const QString offered = u"%1-%2.html"_s.arg(stem, when.toLocalTime().toString(u"yyyy-MM-dd-HHmmss"_s));
    QString file = QFileDialog::getSaveFileName(window, title, offered, FileExport::tr("HTML (*.html)"));
    if (!file.isEmpty() && !file.endsWith(".html"_L1, Qt::CaseInsensitive))
        file += ".html"_L1;
    return file;
}

QProgressDialog *tellProgress(FileExport *running, const QString &title, const QString &sentence, QWidget *window)
{
    auto *dialog = new QProgressDialog(sentence, FileExport::tr("Cancel"), 0, 0, window);
    dialog->setObjectName(u"exportProgress"_s);
    dialog->setWindowTitle(title);
    auto *bar = new QProgressBar(dialog);
    bar->setTextVisible(false); // it is too thin for words
    bar->setAccessibleName(sentence);
    dialog->setBar(bar);
    dialog->setMinimumWidth(leastPictureWidth);
    dialog->setAutoReset(false);
    dialog->setMinimumDuration(momentMs);
    QObject::connect(running, &FileExport::progressed, dialog, [dialog](int permille) {
        dialog->setMaximum(1000);
        dialog->setValue(permille);
    });
    QObject::connect(dialog, &QProgressDialog::canceled, running, &FileExport::cancel);
    QObject::connect(running, &QObject::destroyed, dialog, &QObject::deleteLater);
    return dialog;
}

} // namespace lockscope::ui

#include "moc_fileexport.cpp"
