// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/secrets.h"

#include <qt6keychain/keychain.h>

#include <QEventLoop>
#include <QPointer>
#include <QTimer>

#include <memory>

namespace lockscope::profiles {

using namespace Qt::StringLiterals;

namespace {

/// Under which the keychain's own window lists our entries.
constexpr auto service = "lockscope"_L1;

QString keyOf(const Profile &profile, SecretKind kind)
{
    return profile.id + (kind == SecretKind::Password ? u"/password"_s : u"/passphrase"_s);
}

/// Empty if the keychain did answer, be it that there is no such entry.
Text troubleOf(const QKeychain::Job &job)
{
    switch (job.error()) {
    case QKeychain::NoError:
    case QKeychain::EntryNotFound: return {};
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser: return Text::en("The keychain was not opened.");
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented: return Text::en("There is no keychain on this desktop.");
    case QKeychain::CouldNotDeleteEntry:
    case QKeychain::OtherError: break;
    }
    return Text::en("The keychain does not answer (%1).").arg(job.errorString());
}

} // namespace

Secrets::Secrets(QObject *parent)
    : QObject(parent)
{
}

Secrets::~Secrets() = default;

void Secrets::start(QKeychain::Job *job, const Profile &profile, SecretKind kind,
                    std::function<void(QKeychain::Job *)> finished)
{
    job->setKey(keyOf(profile, kind));
    job->setInsecureFallback(false); // which would write it into a file, in plain text
    connect(job, &QKeychain::Job::finished, this, std::move(finished));
    job->start();
}

void Secrets::read(const Profile &profile, SecretKind kind, std::function<void(SecretAnswer)> done)
{
    const auto known = m_memory.constFind(keyOf(profile, kind));
    if (known != m_memory.constEnd() || profile.keep != Keep::Keychain) {
        const auto secret = known != m_memory.constEnd() ? std::optional(*known) : std::nullopt;
        QTimer::singleShot(0, this, [done = std::move(done), secret] { done({secret, {}}); });
        return;
    }
    auto *job = new QKeychain::ReadPasswordJob(service);
    start(job, profile, kind, [job, done = std::move(done)](QKeychain::Job *) {
        SecretAnswer answer;
        answer.trouble = troubleOf(*job);
        if (job->error() == QKeychain::NoError)
            answer.secret = job->binaryData();
        done(std::move(answer));
    });
}

void Secrets::keep(const Profile &profile, SecretKind kind, const QByteArray &secret, std::function<void(Text)> done)
{
    const auto answer = [done = std::move(done)](const Text &trouble) {
        if (done)
            done(trouble);
    };
    const QString key = keyOf(profile, kind);
    m_memory.remove(key);
    if (profile.keep == Keep::Session)
        m_memory.insert(key, secret);
    if (profile.keep != Keep::Keychain) {
        answer({});
        return;
    }
    auto *job = new QKeychain::WritePasswordJob(service);
    job->setBinaryData(secret);
    start(job, profile, kind, [this, key, secret = SecretBytes(secret), answer](QKeychain::Job *ended) {
        const Text trouble = troubleOf(*ended);
        if (!trouble.isEmpty())
            m_memory.insert(key, secret);
        answer(
            trouble.isEmpty()
                ? Text()
                : Text::en("%1 The password is kept until Lockscope ends, and asked for the next time.").arg(trouble));
    });
}

void Secrets::forget(const Profile &profile, std::function<void(Text)> done)
{
    const auto left = std::make_shared<int>(2);
    const auto trouble = std::make_shared<Text>();
    for (const SecretKind kind : {SecretKind::Password, SecretKind::Passphrase}) {
        const QString key = keyOf(profile, kind);
        m_memory.remove(key);
        start(new QKeychain::DeletePasswordJob(service), profile, kind, [left, trouble, done](QKeychain::Job *ended) {
            if (const Text wrong = troubleOf(*ended); !wrong.isEmpty())
                *trouble = wrong;
            if (--*left == 0 && done)
                done(*trouble);
        });
    }
}

SecretAnswer Secrets::readNow(const Profile &profile, SecretKind kind, int patienceMs)
{
    QEventLoop loop;
    const auto answer = std::make_shared<SecretAnswer>();
    answer->trouble = Text::en("The keychain does not answer.");
    read(profile, kind, [answer, alive = QPointer<QEventLoop>(&loop)](SecretAnswer given) {
        *answer = std::move(given);
        if (alive)
            alive->quit();
    });
    QTimer::singleShot(patienceMs, &loop, &QEventLoop::quit);
    loop.exec();
    return *answer;
}

} // namespace lockscope::profiles

#include "moc_secrets.cpp"
