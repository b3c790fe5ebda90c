// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/clientprocess.h"

#include "core/base/guard.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcessEnvironment>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;

namespace {

constexpr int endPatienceMs = 5'000;

/// Debian's libfaketime, which stands between a program and all clocks of the system: the C client's time-outs and Qt's
/// timers go by what it says.
const QString clockLibrary = u"/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"_s;

/// As libfaketime takes it: where the clock begins, and how fast it goes. Fast and slow enough for clients to ping
/// their servers too early and too late, and to believe too long.
QString faketime(ClientClock clock)
{
    switch (clock) {
    case ClientClock::True: return {};
    case ClientClock::AheadAndFast: return u"+3600 x1.3"_s;
    case ClientClock::BehindAndSlow: return u"-86400 x0.8"_s;
    }
    return {};
}

} // namespace

QString ClientProcess::whyNoClocks()
{
    return QFile::exists(clockLibrary) ? QString()
                                       : u"%1 is not there: install the package libfaketime"_s.arg(clockLibrary);
}

ClientProcess::ClientProcess(const QString &program, ClientClock clock, QObject *parent)
    : QObject(parent)
    , m_program(program)
    , m_clock(clock)
{
    tieToThisThread(m_process);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ClientProcess::read);
    connect(&m_process, &QProcess::errorOccurred, this, [this] { m_trouble = m_process.errorString(); });
    connect(&m_process, &QProcess::finished, this,
            [this](int code) { m_trouble = u"it ended with code %1"_s.arg(code); });
}

ClientProcess::~ClientProcess()
{
    m_process.disconnect(this);
    m_process.closeWriteChannel();
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(endPatienceMs)) {
        m_process.kill();
        m_process.waitForFinished(endPatienceMs);
    }
}

void ClientProcess::start(const QString &connectString, const QString &failures)
{
    auto environment = QProcessEnvironment::systemEnvironment();
    if (const QString clock = faketime(m_clock); !clock.isEmpty()) {
        environment.insert(u"LD_PRELOAD"_s, clockLibrary);
        environment.insert(u"FAKETIME"_s, clock);
    }
    m_process.setProcessEnvironment(environment);
    m_process.start(m_program, {u"clients"_s, connectString, failures});
}

void ClientProcess::run(const QString &name)
{
    say({{u"run"_s, name}});
}

void ClientProcess::leave()
{
    m_leaving = true;
    say({{u"leave"_s, true}});
}

void ClientProcess::say(const QJsonObject &json)
{
    m_process.write(QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n');
}

void ClientProcess::read()
{
    while (m_process.canReadLine())
        take(m_process.readLine());
}

void ClientProcess::take(const QByteArray &line)
{
    const QJsonObject message = QJsonDocument::fromJson(line).object();
    if (message[u"ready"_s].toBool())
        m_ready = true;
    else if (message[u"left"_s].toBool())
        m_leaving = false;
    else if (message[u"ended"_s].isObject())
        Q_EMIT ended(recordFrom(message[u"ended"_s].toObject()));
    else
        m_trouble = u"it said \"%1\""_s.arg(QString::fromUtf8(line.trimmed()));
}

} // namespace lockscope::chaos

#include "moc_clientprocess.cpp"
