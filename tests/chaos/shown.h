// SPDX-License-Identifier: Apache-2.0
// What the program shows of an ensemble: a real window's rows, and the record on disk that the same observation wrote,
// read back. Held against what is really there; never looks at a server itself.
#pragma once

#include "tests/chaos/truth.h"

#include "core/history/recordingwriter.h"
#include "core/history/world.h"
#include "core/servers/sandbox.h"
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
    explicit ShownEnsemble(const QString &files, const ui::PastKept &kept = {});
    ~ShownEnsemble() override;

    /// What comes from now on is written into a record, too.
    Result<Done> record();
    /// Until the window shows the tree; why not.
    Task<Result<Done>> open(servers::SandboxInfo servers);

    const ui::LiveWorld &world() const { return *m_window->world(); }
    /// Of the observed tree: what others ask of servers besides is no change of it.
    qint64 changes() const { return m_changes; }
    /// No change for this long, all that was asked is answered, and what is shown is live.
    bool isQuiet(std::chrono::milliseconds time) const;

    /// The rows of the window's panels, with each of these locks chosen in turn; the tree; and the same of the record.
    Differences compare(const QList<TrueLock> &locks, const TrueTree &tree);
    /// Of the Locks panel: how many hold, and how many wait.
    void compareLocksPanel(const QList<TrueLock> &locks, Differences &differences) const;
    QString recording() const { return m_recorder->path(); }

private:
    void take(const journal::EventBatch &batch);
    void compareQueuePanel(const TrueLock &lock, Differences &differences);

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
