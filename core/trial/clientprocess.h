// SPDX-License-Identifier: Apache-2.0
// One process of a command under trial: started in a group of its own, its output read line by line, stopped and killed
// with all that it has started. Never lets it read, and never keeps more than one unfinished line of each of its
// outputs.
#pragma once

#include "core/base/guard.h"
#include "core/base/text.h"

#include <QObject>
#include <QProcess>

#include <functional>

namespace lockscope::trial {

class ClientProcess : public QObject
{
    Q_OBJECT
public:
    /// \a name: its client's, for sentences. \a guard must outlive it. \a environment: besides this program's own.
    /// \a readsErrors: its standard error is read too, else it is this program's own.
    ClientProcess(const QString &name, const QStringList &command,
                  const QList<std::pair<QString, QString>> &environment, GroupGuard &guard, bool readsErrors = false,
                  QObject *parent = nullptr);
    /// Kills what still runs of it.
    ~ClientProcess() override;

    /// Its outcome comes as ended(), also where it cannot be started.
    void start();
    /// Reads what it has said by now, without waiting for the event loop: line() is emitted from inside.
    void drain();
    /// SIGSTOP and SIGCONT, to the whole group.
    void pause();
    void resume();
    /// SIGKILL to the whole group.
    void kill();
    /// SIGTERM to the whole group: it may close its session.
    void terminate();
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

Q_SIGNALS:
    void started(qint64 process);
    /// On standard output. Without its end; of one that is too long its beginning.
    void line(const QString &text);
    /// The same on standard error.
    void errorLine(const QString &text);
    /// Once. \a problem: why it could not be started, or how it ended; empty where it ended by itself with 0.
    void ended(const lockscope::Text &problem);

private:
    /// Of one of its outputs.
    struct Reading
    {
        void (ClientProcess::*lineSignal)(const QString &text);
        QByteArray partial = {};
        bool skipping = false; ///< the rest of a line that is too long
    };

    void read(Reading &reading, const QByteArray &bytes, bool atEnd);
    void signal(int number);
    void end(const Text &problem);

    QString m_name;
    QProcess m_process;
    GroupGuard &m_guard;
    Reading m_output{&ClientProcess::line};
    Reading m_errors{&ClientProcess::errorLine};
    qint64 m_group = 0; ///< while something of it may run
    bool m_hasEnded = false;
};

} // namespace lockscope::trial
