// SPDX-License-Identifier: Apache-2.0
// The file in which the profiles are kept, readable by its owner only, and lists of them handed from one to another.
// Never overwrites a file that it could not read: that one is moved aside first, and its place is told.
#pragma once

#include "core/profiles/profile.h"

#include <functional>

namespace lockscope::profiles {

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

/// Writes them for somebody else; InvalidInput with the reason if that cannot be done.
Result<Done> exportTo(const QString &fileName, const QList<Profile> &profiles);
/// Reads what somebody else exported: all of them or, with what is wrong, none.
Result<QList<Profile>> importFrom(const QString &fileName);
/// \a imported behind \a present: new ids, and other names where a name is taken.
QList<Profile> merged(const QList<Profile> &present, const QList<Profile> &imported);

} // namespace lockscope::profiles
