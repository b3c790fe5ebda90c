// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/files/writings.h"

#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "core/history/recordingwriter.h"
#include "core/journal/bookmarks.h"
#include "core/observe/audit.h"
#include "core/profiles/profilestore.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::test {

using namespace Qt::StringLiterals;
using journal::EventBatch;

namespace {

QString saidOf(const Error &error)
{
    return error.sentence().english();
}

/// What was read, in the words of Writing::read.
template<typename Value>
QString inWords(const Result<Value> &read, const Value &old, const Value &fresh)
{
    if (!read)
        return saidOf(read.error());
    return *read == old ? u"old"_s : *read == fresh ? u"new"_s : u"something else"_s;
}

// ---- recordings ----

EventBatch events(int count, const QString &what)
{
    EventBatch events;
    for (int i = 1; i <= count; ++i)
        events += journal::Event{static_cast<quint64>(i), 1000 + i,
                                 journal::Notice{locks::Finding::Severity::Note, Text::verbatim(what)}};
    return events;
}

const EventBatch &oldEvents()
{
    static const EventBatch some = events(2, u"before"_s);
    return some;
}

const EventBatch &newEvents()
{
    static const EventBatch some = events(5, u"after"_s);
    return some;
}

Result<Done> record(const QString &file, const EventBatch &batch)
{
    const auto writer = journal::RecordingWriter::create(file);
    if (!writer)
        return tl::unexpected(writer.error());
    for (const journal::Event &event : batch)
        (*writer)->append({event});
    return (*writer)->close();
}

Result<Done> save(const QString &file, const EventBatch &batch)
{
    journal::History history;
    history.append(batch);
    const auto saved = journal::saveRecording(history, file);
    if (!saved)
        return tl::unexpected(saved.error());
    return Done();
}

QString readEvents(const QString &file)
{
    EventBatch all;
    const auto read = journal::readRecording(file, [&all](const EventBatch &batch) { all += batch; });
    if (!read)
        return saidOf(read.error());
    if (all == oldEvents())
        return u"old"_s;
    if (all == newEvents())
        return u"new"_s;
    return all == newEvents().first(all.size()) ? u"part"_s : u"something else"_s;
}

// ---- the audit ----

observe::LabRecord recordOf(const QString &deed)
{
    return {u"127.0.0.1:2181"_s, deed, u"/locks/orders"_s, u"mutex"_s, 3};
}

Result<Done> audit(const QString &file, const QString &deed)
{
    qputenv("LOCKSCOPE_AUDIT_FILE", QFile::encodeName(file));
    return observe::writeAudit(recordOf(deed));
}

/// The deeds of its lines; "cut" of one that is no JSON.
QStringList deeds(const QString &file)
{
    QFile audit(file);
    if (!audit.open(QIODevice::ReadOnly))
        return {audit.errorString()};
    QStringList deeds;
    for (QByteArray line = audit.readLine(); !line.isEmpty(); line = audit.readLine()) {
        const QJsonDocument json = QJsonDocument::fromJson(line);
        deeds += json.isObject() ? json.object()[u"deed"_s].toString() : u"cut"_s;
    }
    return deeds;
}

QString readAudit(const QString &file)
{
    const QStringList before = deeds(file);
    // Whatever became of it, the next line is one of its own.
    if (const auto more = audit(file, u"later"_s); !more)
        return saidOf(more.error());
    QStringList after = deeds(file);
    if (after.isEmpty() || after.takeLast() != "later"_L1 || after != before)
        return u"%1, then %2"_s.arg(before.join(u' '), after.join(u' '));
    if (before == QStringList{u"before"_s})
        return u"old"_s;
    if (before == QStringList{u"before"_s, u"after"_s})
        return u"new"_s;
    return before == QStringList{u"before"_s, u"cut"_s} ? u"part"_s : before.join(u' ');
}

// ---- profiles and bookmarks ----

QList<profiles::Profile> profilesNamed(const QString &name)
{
    profiles::Profile profile;
    profile.id = u"one"_s;
    profile.name = name;
    profile.color = u"#0072b2"_s;
    return {profile};
}

Result<Done> keepProfile(const QString &file, const QString &name)
{
    const auto changed = profiles::ProfileStore(file).change([&name](auto &all) { all = profilesNamed(name); });
    if (!changed)
        return tl::unexpected(changed.error());
    return Done();
}

QString readProfiles(const QString &file)
{
    return inWords(profiles::ProfileStore(file).load(), profilesNamed(u"before"_s), profilesNamed(u"after"_s));
}

QList<journal::Bookmark> bookmarksNamed(const QString &name)
{
    return {journal::Bookmark{7, 1007, name}};
}

QString word(bool isNew)
{
    return isNew ? u"after"_s : u"before"_s;
}

} // namespace

Writing replacing(const char *name, const std::function<Result<Done>(const QString &file, bool isNew)> &write,
                  std::function<QString(const QString &file)> read)
{
    const auto before = [write](const QString &file) {
        if (const auto written = write(file, false); !written)
            qFatal("%s", qPrintable(saidOf(written.error())));
    };
    return {name,           false, true, false, before, [write](const QString &file) { return write(file, true); },
            std::move(read)};
}

std::vector<Writing> coreWritings()
{
    Writing recording = replacing(
        "a recording", [](const QString &file, bool isNew) { return record(file, isNew ? newEvents() : oldEvents()); },
        readEvents);
    recording.isStream = true;
    recording.isSynced = false;
    Writing first = recording;
    first.name = "a first recording";
    first.makeOld = [](const QString &) { /* nothing is there */ };
    first.read = [](const QString &file) { return QFile::exists(file) ? readEvents(file) : u"old"_s; };
    Writing audited = replacing(
        "the audit", [](const QString &file, bool isNew) { return audit(file, word(isNew)); }, readAudit);
    audited.isStream = true;
    const auto readMarks = [](const QString &file) {
        return inWords(journal::readBookmarks(file), bookmarksNamed(u"before"_s), bookmarksNamed(u"after"_s));
    };
    return {
        recording,
        first,
        audited,
        replacing(
            "a saved recording",
            [](const QString &file, bool isNew) { return save(file, isNew ? newEvents() : oldEvents()); }, readEvents),
        replacing(
            "profiles", [](const QString &file, bool isNew) { return keepProfile(file, word(isNew)); }, readProfiles),
        replacing(
            "exported profiles",
            [](const QString &file, bool isNew) { return profiles::exportTo(file, profilesNamed(word(isNew))); },
            readProfiles),
        replacing(
            "bookmarks",
            [](const QString &file, bool isNew) { return journal::writeBookmarks(file, bookmarksNamed(word(isNew))); },
            readMarks),
    };
}

} // namespace lockscope::test
