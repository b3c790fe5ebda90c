// SPDX-License-Identifier: Apache-2.0
// The conductor's end of a process of clients (clientside.h): its clock, what is asked of it, and what it tells.
// Never outlived by that process, however this one ends.
#pragma once

#include "tests/chaos/runledger.h"
#include "tests/chaos/runplan.h"

#include <QJsonObject>
#include <QObject>
#include <QProcess>

namespace lockscope::chaos {

class ClientProcess : public QObject
{
    Q_OBJECT
public:
    /// \a program: lockscope-chaos.
    ClientProcess(const QString &program, ClientClock clock, QObject *parent = nullptr);
    ~ClientProcess() override;

    /// Why clients cannot have a clock of their own here; empty if they can.
    static QString whyNoClocks();

    void start(const QString &connectString, const QString &failures);
    void run(const QString &name);
    /// All that stand.
    void leave();

    bool isReady() const { return m_ready; }
    bool hasLeft() const { return !m_leaving; }
    /// It ended by itself, or said what nobody understands.
    const QString &trouble() const { return m_trouble; }

Q_SIGNALS:
    void ended(const lockscope::chaos::RunRecord &record);

private:
    void say(const QJsonObject &json);
    void read();
    void take(const QByteArray &line);

    QString m_program;
    ClientClock m_clock;
    QProcess m_process;
    bool m_ready = false;
    bool m_leaving = false;
    QString m_trouble;
};

} // namespace lockscope::chaos
