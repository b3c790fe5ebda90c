// SPDX-License-Identifier: Apache-2.0
// Instants of a journal that were given a name, and the file beside a recording that keeps them: FILE.bookmarks.
// Never written into the recording: what happened is not changed by looking at it.
#pragma once

#include "core/base/error.h"

#include <QList>
#include <QString>

namespace lockscope::journal {

struct Bookmark
{
    quint64 number = 0; ///< the instant after this event
    qint64 atNs = 0;
    QString name;

    bool operator==(const Bookmark &) const = default;
};

/// A recording has at most so many: each is an entry of a menu. More are neither read nor written.
constexpr qsizetype mostBookmarks = 2'000;

/// The file that belongs to a recording.
QString bookmarksFile(const QString &recording);
/// None where there is no such file; an error where there is one that is not as it should be.
Result<QList<Bookmark>> readBookmarks(const QString &file);
/// Replaces the file as a whole; no bookmarks, no file.
Result<Done> writeBookmarks(const QString &file, const QList<Bookmark> &bookmarks);

} // namespace lockscope::journal
