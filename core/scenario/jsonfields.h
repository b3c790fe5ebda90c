// SPDX-License-Identifier: Apache-2.0
// Reads the fields of JSON objects strictly: each key is known, each value of the kind and in the range that is wanted,
// else there is a complaint that names line and key. Never stops at the first complaint, never throws.
#pragma once

#include "core/scenario/jsonlines.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>

namespace lockscope::lab {

class Complaints
{
public:
    explicit Complaints(JsonLines lines)
        : m_lines(std::move(lines))
    {
    }

    void add(const QString &path, const QString &sentence);
    bool isEmpty() const { return m_all.isEmpty(); }
    /// "line 7: steps[2].client: there is no client "Z"; …": the one that stands first in the text.
    QString first() const;
    int lineOf(const QString &path) const { return m_lines.lineOf(path); }

private:
    struct Complaint
    {
        int line = 0;
        QString text;
    };
    JsonLines m_lines;
    QList<Complaint> m_all;
};

/// One object. Every key that is asked for counts as known; end() complains about the others. The readers give nothing
/// where the key is not there, and where it was complained about.
class JsonFields
{
public:
    /// \a path: where the object stands ("steps[2]"); a value that is no object is complained about.
    JsonFields(const QJsonValue &value, QString path, Complaints &complaints);

    bool has(const QString &key) const { return m_object.contains(key); }
    QString pathOf(const QString &key) const { return m_path.isEmpty() ? key : m_path + u'.' + key; }
    const QString &path() const { return m_path; }
    Complaints &complaints() const { return m_complaints; }
    void complain(const QString &key, const QString &sentence) const { m_complaints.add(pathOf(key), sentence); }

    std::optional<QJsonValue> value(const QString &key);
    std::optional<QString> text(const QString &key);
    std::optional<bool> flag(const QString &key);
    std::optional<int> wholeNumber(const QString &key, int least, int most);
    std::optional<double> number(const QString &key, double least, double most);
    /// "500ms", "20s", or a number of milliseconds.
    std::optional<std::chrono::milliseconds> duration(const QString &key, std::chrono::milliseconds least);
    /// A text, or a list of them that is not empty.
    std::optional<QStringList> texts(const QString &key);
    std::optional<QJsonArray> list(const QString &key);
    /// A text that \a read understands; \a choices: all of them, for the complaint.
    template<typename T>
    std::optional<T> choice(const QString &key, const std::function<std::optional<T>(QStringView)> &read,
                            const QStringList &choices)
    {
        const auto given = text(key);
        if (!given)
            return {};
        const auto chosen = read(*given);
        if (!chosen)
            complain(key, noSuch(*given, choices));
        return chosen;
    }

    /// Complains about keys that nobody has asked for.
    void end();

    static QString noSuch(const QString &given, const QStringList &choices);

private:
    QJsonObject m_object;
    QString m_path;
    Complaints &m_complaints;
    QStringList m_known;
    bool m_isObject = true;
};

/// A JSON value on one short line, for complaints.
QString shown(const QJsonValue &value);
/// "A", "A and B", "A, B and C"
QString enumerated(const QStringList &words);

} // namespace lockscope::lab
