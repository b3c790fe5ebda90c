// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/jsonlines.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

constexpr int deepest = 1'024; ///< QJsonDocument's own limit

class Locator
{
public:
    explicit Locator(const QByteArray &text)
        : m_text(text)
    {
    }

    JsonLines locate()
    {
        value({}, 0);
        return std::move(m_found);
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    char here() const { return atEnd() ? '\0' : m_text.at(m_at); }

    void skipSpace()
    {
        for (; !atEnd(); ++m_at) {
            const char c = here();
            if (c == '\n')
                ++m_line;
            else if (c != ' ' && c != '\t' && c != '\r')
                return;
        }
    }

    bool take(char c)
    {
        skipSpace();
        if (here() != c || atEnd())
            return false;
        ++m_at;
        return true;
    }

    /// The string at the cursor, quotes included; empty if it does not end.
    QByteArrayView quoted()
    {
        const qsizetype begin = m_at++;
        for (; !atEnd(); ++m_at) {
            const char c = here();
            if (c == '"')
                return QByteArrayView(m_text).sliced(begin, ++m_at - begin);
            if (c == '\\')
                ++m_at;
        }
        return {};
    }

    static QString keyOf(QByteArrayView quotedText)
    {
        const QByteArray text = quotedText.sliced(1, quotedText.size() - 2).toByteArray();
        if (!text.contains('\\'))
            return QString::fromUtf8(text);
        const auto document = QJsonDocument::fromJson('[' + quotedText.toByteArray() + ']');
        return document.array().at(0).toString();
    }

    void note(const QString &path)
    {
        if (m_found.lines.contains(path))
            m_found.repeated << path;
        m_found.lines.insert(path, m_line);
    }

    /// False when there is nothing sensible to go on with.
    bool value(const QString &path, int depth)
    {
        skipSpace();
        if (atEnd() || depth > deepest)
            return false;
        if (depth == 0)
            note(path);
        switch (here()) {
        case '{': return object(path, depth);
        case '[': return array(path, depth);
        case '"': return !quoted().isEmpty();
        default: return scalar();
        }
    }

    bool scalar()
    {
        const qsizetype begin = m_at;
        while (!atEnd() && !QByteArrayView(",]}:{[\" \t\r\n").contains(here()))
            ++m_at;
        return m_at > begin;
    }

    bool object(const QString &path, int depth)
    {
        ++m_at;
        if (take('}'))
            return true;
        do {
            skipSpace();
            if (here() != '"')
                return false;
            const QByteArrayView key = quoted();
            if (key.isEmpty())
                return false;
            const QString inner = path.isEmpty() ? keyOf(key) : path + u'.' + keyOf(key);
            note(inner);
            if (!take(':') || !value(inner, depth + 1))
                return false;
        } while (take(','));
        return take('}');
    }

    bool array(const QString &path, int depth)
    {
        ++m_at;
        if (take(']'))
            return true;
        int index = 0;
        do {
            skipSpace();
            const QString inner = u"%1[%2]"_s.arg(path).arg(index++);
            note(inner);
            if (!value(inner, depth + 1))
                return false;
        } while (take(','));
        return take(']');
    }

    const QByteArray &m_text;
    qsizetype m_at = 0;
    int m_line = 1;
    JsonLines m_found;
};

} // namespace

int JsonLines::lineOf(QString path) const
{
    while (!path.isEmpty() && !lines.contains(path))
        path.truncate(std::max<qsizetype>(0, std::max(path.lastIndexOf(u'.'), path.lastIndexOf(u'['))));
    return lines.value(path, 1);
}

JsonLines locateLines(const QByteArray &text)
{
    return Locator(text).locate();
}

int lineAt(const QByteArray &text, qsizetype offset)
{
    const auto end = text.begin() + std::clamp<qsizetype>(offset, 0, text.size());
    return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

} // namespace lockscope::lab
