// SPDX-License-Identifier: Apache-2.0
#include "core/profiles/profilestore.h"

#include "core/profiles/profilejson.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace lockscope::profiles {

using namespace Qt::StringLiterals;

namespace {

constexpr int lockPatienceMs = 5'000;

QString standardFile()
{
    const QString named = qEnvironmentVariable("LOCKSCOPE_PROFILES");
    if (!named.isEmpty())
        return named;
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/lockscope/profiles.json"_L1;
}

Result<QList<Profile>> readFile(const QString &fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return invalidInput(u"%1: %2."_s.arg(fileName, file.errorString()));
    const auto profiles = fromJson(file.readAll());
    if (!profiles)
        return invalidInput(u"%1: %2"_s.arg(fileName, profiles.error().detail));
    return profiles;
}

Result<Done> writeFile(const QString &fileName, const QByteArray &content)
{
    QSaveFile file(fileName);
    const bool written = file.open(QIODevice::WriteOnly)
                         && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
                         && file.write(content) == content.size() && file.commit();
    if (!written)
        return invalidInput(u"%1 cannot be written: %2."_s.arg(fileName, file.errorString()));
    return Done();
}

} // namespace

ProfileStore::ProfileStore(QString fileName)
    : m_fileName(fileName.isEmpty() ? standardFile() : std::move(fileName))
{
}

Result<QList<Profile>> ProfileStore::load() const
{
    if (!QFileInfo::exists(m_fileName))
        return QList<Profile>();
    return readFile(m_fileName);
}

Result<QList<Profile>> ProfileStore::change(const std::function<void(QList<Profile> &)> &how, QString *movedTo)
{
    if (!QDir().mkpath(QFileInfo(m_fileName).absolutePath()))
        return invalidInput(u"The folder of %1 cannot be made."_s.arg(m_fileName));
    QLockFile lock(m_fileName + u".lock"_s);
    if (!lock.tryLock(lockPatienceMs))
        return invalidInput(u"%1 is in use by another program: try again."_s.arg(m_fileName));
    auto profiles = load();
    if (!profiles) {
        const QString aside =
            u"%1.unreadable-%2"_s.arg(m_fileName, QDateTime::currentDateTime().toString(u"yyyyMMdd-hhmmss-zzz"_s));
        if (!QFile::rename(m_fileName, aside))
            return tl::unexpected(profiles.error());
        if (movedTo)
            *movedTo = aside;
        profiles = QList<Profile>();
    }
    how(*profiles);
    if (const auto written = writeFile(m_fileName, toJson(*profiles, Form::Stored)); !written)
        return tl::unexpected(written.error());
    return profiles;
}

Result<Done> exportTo(const QString &fileName, const QList<Profile> &profiles)
{
    return writeFile(fileName, toJson(profiles, Form::Exported));
}

Result<QList<Profile>> importFrom(const QString &fileName)
{
    return readFile(fileName);
}

QList<Profile> merged(const QList<Profile> &present, const QList<Profile> &imported)
{
    QList<Profile> all = present;
    for (Profile profile : imported) {
        profile.id = newProfile({}).id; // the secrets of another machine's entry are not ours
        profile.name = freeName(profile.name, all);
        profile.usedAt = {};
        all += profile;
    }
    return all;
}

} // namespace lockscope::profiles
