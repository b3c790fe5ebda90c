// SPDX-License-Identifier: Apache-2.0
#include "core/journal/bookmarks.h"

#include "core/base/privatefile.h"
#include "core/base/smallfile.h"
#include "core/base/strictjson.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <limits>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

constexpr int bookmarksVersion = 1;

tl::unexpected<Error> bookmarksRefused(const Text &sentence)
{
    return failure(ErrorCode::InvalidInput, u"bookmarks"_s, {}, sentence);
}

Text tooMany(const QString &name)
{
    return Text::en("%1 can hold at most %2 bookmarks.").arg(name, mostBookmarks);
}

} // namespace

QString bookmarksFile(const QString &recording)
{
    return recording + ".bookmarks"_L1;
}

Result<QList<Bookmark>> readBookmarks(const QString &file)
{
    const QFileInfo in(file);
    if (!in.exists())
        return QList<Bookmark>();
    const QString name = in.fileName();
    if (!in.isFile()) // to open a pipe waits for who writes
        return bookmarksRefused(Text::en("%1 is no file: move it away to begin again.").arg(name));
    const auto bytes = readSmallFile(file);
    if (!bytes)
        return bookmarksRefused(bytes.error().detail);
    const auto text = JsonText::read(*bytes);
    const QJsonObject json = text ? text->top.toObject() : QJsonObject();
    if (json["lockscope"_L1] != bookmarksVersion || json["kind"_L1] != "bookmarks"_L1
        || !json["bookmarks"_L1].isArray())
        return bookmarksRefused(
            Text::en("%1 holds no bookmarks that this version can read: move it away to begin again.").arg(name));
    QList<Bookmark> bookmarks;
    const QJsonArray array = json["bookmarks"_L1].toArray();
    if (array.size() > mostBookmarks)
        return bookmarksRefused(tooMany(name));
    JsonComplaints complaints(text->lines);
    for (qsizetype i = 0; i < array.size(); ++i) {
        JsonFields fields(array[i], u"bookmarks[%1]"_s.arg(i), complaints);
        for (const QString &key : {u"n"_s, u"at_ns"_s, u"name"_s})
            fields.need(key);
        const auto number = fields.wholeNumber<qint64>(u"n"_s, 0, std::numeric_limits<qint64>::max());
        const auto atNs = fields.wholeNumber<qint64>(u"at_ns"_s, std::numeric_limits<qint64>::min(),
                                                     std::numeric_limits<qint64>::max());
        bookmarks +=
            {static_cast<quint64>(number.value_or(0)), atNs.value_or(0), fields.text(u"name"_s).value_or(QString())};
    }
    if (!complaints.isEmpty())
        return bookmarksRefused(Text::en("%1, %2.").arg(name, complaints.first()));
    return bookmarks;
}

Result<Done> writeBookmarks(const QString &file, const QList<Bookmark> &bookmarks)
{
    if (bookmarks.isEmpty()) {
        if (QFile::exists(file) && !QFile::remove(file))
            return bookmarksRefused(Text::en("%1 cannot be removed: the bookmarks are still in it.").arg(file));
        return Done();
    }
    if (bookmarks.size() > mostBookmarks)
        return bookmarksRefused(tooMany(file));
    QJsonArray array;
    for (const Bookmark &bookmark : bookmarks)
        array += QJsonObject{
            {u"n"_s, static_cast<qint64>(bookmark.number)}, {u"at_ns"_s, bookmark.atNs}, {u"name"_s, bookmark.name}};
    const QJsonObject json{{u"lockscope"_s, bookmarksVersion}, {u"kind"_s, u"bookmarks"_s}, {u"bookmarks"_s, array}};
    const QByteArray bytes = QJsonDocument(json).toJson();
    if (bytes.size() > mostOfSmallFile)
        return bookmarksRefused(Text::en("The bookmarks cannot be kept in %1: their names are too long.").arg(file));
    if (const QString why = writePrivately(file, bytes); !why.isEmpty())
        return bookmarksRefused(Text::en("The bookmarks cannot be kept in %1: %2.").arg(file, why));
    return Done();
}

} // namespace lockscope::journal
