// SPDX-License-Identifier: Apache-2.0
#include "core/journal/bookmarks.h"

#include "core/journal/jsonvalue.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

constexpr int bookmarksVersion = 1;

tl::unexpected<Error> bookmarksRefused(const QString &sentence)
{
    return failure(ErrorCode::InvalidInput, u"bookmarks"_s, {}, sentence);
}

} // namespace

QString bookmarksFile(const QString &recording)
{
    return recording + ".bookmarks"_L1;
}

Result<QList<Bookmark>> readBookmarks(const QString &file)
{
    QFile in(file);
    if (!in.exists())
        return QList<Bookmark>();
    const QString name = QFileInfo(file).fileName();
    if (!in.open(QIODevice::ReadOnly))
        return bookmarksRefused(u"%1 cannot be read: %2."_s.arg(name, in.errorString()));
    const QJsonObject json = QJsonDocument::fromJson(in.readAll()).object();
    if (json["lockscope"_L1] != bookmarksVersion || json["kind"_L1] != "bookmarks"_L1
        || !json["bookmarks"_L1].isArray())
        return bookmarksRefused(
            u"%1 holds no bookmarks that this version can read: move it away to begin anew."_s.arg(name));
    QList<Bookmark> bookmarks;
    const QJsonArray array = json["bookmarks"_L1].toArray();
    for (const QJsonValue entry : array) {
        const auto number = wholeNumber(entry["n"_L1]);
        const auto atNs = wholeNumber(entry["at_ns"_L1]);
        if (!number || *number < 0 || !atNs || !entry["name"_L1].isString())
            return bookmarksRefused(
                u"%1: a bookmark should have \"n\", \"at_ns\" and \"name\", and not be %2."_s.arg(name, shown(entry)));
        bookmarks += {static_cast<quint64>(*number), *atNs, entry["name"_L1].toString()};
    }
    return bookmarks;
}

Result<Done> writeBookmarks(const QString &file, const QList<Bookmark> &bookmarks)
{
    if (bookmarks.isEmpty()) {
        if (QFile::exists(file) && !QFile::remove(file))
            return bookmarksRefused(u"%1 cannot be removed: the bookmarks are still in it."_s.arg(file));
        return Done();
    }
    QJsonArray array;
    for (const Bookmark &bookmark : bookmarks)
        array += QJsonObject{
            {u"n"_s, static_cast<qint64>(bookmark.number)}, {u"at_ns"_s, bookmark.atNs}, {u"name"_s, bookmark.name}};
    const QJsonObject json{{u"lockscope"_s, bookmarksVersion}, {u"kind"_s, u"bookmarks"_s}, {u"bookmarks"_s, array}};
    const QByteArray bytes = QJsonDocument(json).toJson();
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
        return bookmarksRefused(u"The bookmarks cannot be kept in %1: %2."_s.arg(file, out.errorString()));
    return Done();
}

} // namespace lockscope::journal
