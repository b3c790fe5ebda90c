// SPDX-License-Identifier: Apache-2.0
// What the program shows of an ensemble: a real window's rows, and the record on disk that the same observation wrote,
// read back. Held against what is really there; never looks at a server itself.
#pragma once

#include "tests/chaos/truth.h"

#include "core/history/recordingwriter.h"
#include "core/history/world.h"
#include "ui/shell/mainwindow.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

namespace lockscope::chaos {

/// By the run that it is about: sentences.
using Differences = QMap<QString, QStringList>;

/// The nodes below treeRoot, and the queue of each lock.
void compareTree(const QString &where, const journal::World &world, const TrueTree &tree, Differences &differences);
void compareQueues(const QString &where, const journal::World &world, const QList<TrueLock> &locks,
                   Differences &differences);

class ShownEnsemble : public QObject
{
public:
    /// Its files go to the folder \a files.
    explicit ShownEnsemble(const QString &files);
    ~ShownEnsemble() override;

    /// Until the window shows the tree; why not.
    Task<Result<Done>> open(QString connectString, QStringList adminUrls);

    /// Nothing has come from the servers for this long, all that was asked is answered, and what is shown is live.
    bool isQuiet(std::chrono::milliseconds time) const;
    /// Counts what came from the servers.
    qint64 changes() const { return m_changes; }

    /// The rows of the window's panels, with each of these locks chosen in turn; the tree; and the same of the record.
    Differences compare(const QList<TrueLock> &locks, const TrueTree &tree);
    QString recording() const { return m_recorder->path(); }

private:
    void take(const journal::EventBatch &batch);
    void compareRows(const TrueLock &lock, Differences &differences);
    void compareRow(const TrueLock &lock, Differences &differences) const;

    QString m_files;
    std::unique_ptr<ui::Settings> m_settings;
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<journal::RecordingWriter> m_recorder;
    QString m_trouble;
    bool m_ready = false;
    qint64 m_changes = 0;
    QElapsedTimer m_sinceChange;
};

} // namespace lockscope::chaos
