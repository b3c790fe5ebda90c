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

/// What came of the observed tree to a window: what others ask of servers besides is no change of it.
class ShownChanges
{
public:
    ShownChanges() { m_sinceLast.start(); }

    void take(const journal::EventBatch &batch);
    qint64 count() const { return m_count; }
    /// None for this long, all that was asked is answered, and what is shown is live.
    bool areOver(std::chrono::milliseconds time, const ui::MainWindow &window) const;

private:
    qint64 m_count = 0;
    QElapsedTimer m_sinceLast;
};

class ShownEnsemble : public QObject
{
public:
    /// Its files go to the folder \a files.
    explicit ShownEnsemble(const QString &files);
    ~ShownEnsemble() override;

    /// Until the window shows the tree; why not.
    Task<Result<Done>> open(QString connectString, QStringList adminUrls);

    bool isQuiet(std::chrono::milliseconds time) const { return m_changes.areOver(time, *m_window); }
    qint64 changes() const { return m_changes.count(); }

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
    ShownChanges m_changes;
};

} // namespace lockscope::chaos
