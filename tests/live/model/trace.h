// SPDX-License-Identifier: Apache-2.0
// What each session of a program saw, in its order, in words that are alike wherever the same happened: zxids by their
// rank, sessions by their place, paths below the program's directory. Never the time.
#pragma once

#include "core/base/transaction.h"
#include "tests/live/model/program.h"

#include <QHash>
#include <QStringList>

#include <array>
#include <map>

namespace lockscope::semantics {

using namespace Qt::StringLiterals;

class Trace
{
public:
    explicit Trace(QString directory)
        : m_directory(std::move(directory))
    {
    }

    void meet(SessionId id, const QString &name) { m_names.insert(id, name); }
    void write(int session, const QString &line) { m_lines[static_cast<size_t>(session)].push_back({line, {}, {}}); }
    void event(int session, WatchEvent event, const QString &path, int watch)
    {
        m_lines[static_cast<size_t>(session)].push_back(
            {u"watch %1"_s.arg(watch), u"event %1 %2"_s.arg(static_cast<int>(event)).arg(below(path)), {}});
    }
    /// An answer to \a ask: \a more says what it brought.
    void answer(int session, const QString &ask, const std::optional<Error> &error, const QString &more = {},
                const std::optional<NodeStat> &stat = {})
    {
        Line line{ask + u" → "_s + (error ? errorCodeName(error->code) : more), {}, {}};
        if (stat && !error)
            add(line, *stat);
        m_lines[static_cast<size_t>(session)].push_back(std::move(line));
    }
    QString below(const QString &path) const
    {
        return path.startsWith(m_directory) ? u"."_s + path.mid(m_directory.size()) : path;
    }
    QString statWords(const NodeStat &stat) const
    {
        return u" version %1 children %2 of %3 data %4 owner %5"_s.arg(stat.version)
            .arg(stat.numChildren)
            .arg(stat.cversion)
            .arg(stat.dataLength)
            .arg(stat.isEphemeral()             ? m_names.value(stat.ephemeralOwner, u"somebody"_s)
                 : stat.ephemeralOwner.isNull() ? u"nobody"_s
                                                : u"no session"_s);
    }

    /// One text for each session. \a anyOrder: of events between two answers.
    QStringList toText(bool anyOrder) const
    {
        std::map<Zxid, int> ranks;
        for (const auto &lines : m_lines) {
            for (const Line &line : lines) {
                for (const Zxid zxid : line.zxids)
                    ranks.emplace(zxid, 0);
            }
        }
        int rank = 0;
        for (auto &[zxid, place] : ranks)
            place = ++rank;
        QStringList texts;
        for (const auto &lines : m_lines)
            texts.append(sessionText(lines, ranks, anyOrder));
        return texts;
    }

private:
    struct Line
    {
        QString text;
        QString event; ///< empty: none
        std::vector<Zxid> zxids;
    };

    void add(Line &line, const NodeStat &stat) const
    {
        line.text += statWords(stat);
        line.zxids.insert(line.zxids.end(), {stat.czxid, stat.mzxid, stat.pzxid});
    }

    static QString sessionText(const std::vector<Line> &lines, const std::map<Zxid, int> &ranks, bool anyOrder)
    {
        QStringList all;
        QStringList run; // of events that have no order among them: one event ends several watches
        QString runs;
        const auto endRun = [&] {
            run.sort();
            all += std::exchange(run, {});
        };
        for (const Line &line : lines) {
            if (line.event.isEmpty() || (!anyOrder && line.event != runs))
                endRun();
            runs = line.event;
            QString text = line.event.isEmpty() ? line.text : line.event + u' ' + line.text;
            for (const Zxid zxid : line.zxids)
                text += u" z"_s + QString::number(ranks.at(zxid));
            (line.event.isEmpty() ? all : run).append(text);
        }
        endRun();
        return all.join(u'\n');
    }

    QString m_directory;
    QHash<SessionId, QString> m_names;
    std::array<std::vector<Line>, sessionsEach> m_lines;
};

} // namespace lockscope::semantics
