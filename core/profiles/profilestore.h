// SPDX-License-Identifier: Apache-2.0
// Profiles as JSON: the file in which they are kept, readable by its owner only, and lists of them handed from one
// person to another. Never writes a secret, since a profile has none; never overwrites a file that it could not read:
// that one is moved aside first, and its place returned.
#pragma once

#include "core/profiles/profile.h"

#include <QByteArray>

#include <functional>

namespace lockscope::profiles {

QByteArray toJson(const QList<Profile> &profiles);
/// InvalidInput with the line, the profile and the key at fault: nothing is read that is not understood in full.
Result<QList<Profile>> fromJson(const QByteArray &json);

class ProfileStore
{
public:
    /// \a fileName: empty for $LOCKSCOPE_PROFILES, else profiles.json in the user's configuration folder.
    explicit ProfileStore(QString fileName = {});

    QString fileName() const { return m_fileName; }
    /// None if there is no file; InvalidInput with what is wrong with it, and where, if it cannot be understood.
    Result<QList<Profile>> load() const;
    /// Reads what is there now, changes it and writes it back, under a lock: another window's changes stay. What was
    /// written, or why not. A file that cannot be understood is moved aside; \a movedTo then says where.
    Result<QList<Profile>> change(const std::function<void(QList<Profile> &)> &how, QString *movedTo = nullptr);

private:
    QString m_fileName;
};

/// Writes them for another person, without when they were used; InvalidInput with the reason if that cannot be done.
Result<Done> exportTo(const QString &fileName, QList<Profile> profiles);
/// Reads what another person exported: all of them or, with what is wrong, none.
Result<QList<Profile>> importFrom(const QString &fileName);
/// \a imported behind \a present: new ids, and other names where a name is taken.
QList<Profile> merged(const QList<Profile> &present, const QList<Profile> &imported);

} // namespace lockscope::profiles
