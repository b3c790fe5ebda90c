// SPDX-License-Identifier: Apache-2.0
// The names of a directory's children as one value: one text with all of them instead of a string for each, since a
// list of thousands may come with every change. Never sorts, and never looks for doubles. A view of a name is good as
// long as the list is neither changed nor gone.
#pragma once

#include <QByteArrayView>
#include <QList>
#include <QString>

#include <iterator>

namespace lockscope {

/// A name may begin with U+FEFF, which is no mark of an order of bytes here.
QString nameFromUtf8(QByteArrayView name);

class NameList
{
public:
    struct Iterator
    {
        using iterator_category = std::input_iterator_tag;
        using value_type = QStringView;
        using difference_type = qsizetype;
        using pointer = void;
        using reference = QStringView;

        const NameList *names = nullptr;
        qsizetype index = 0;

        QStringView operator*() const { return (*names)[index]; }
        Iterator &operator++()
        {
            ++index;
            return *this;
        }
        Iterator operator++(int) { return {names, index++}; }
        bool operator==(const Iterator &) const = default;
    };

    NameList() = default;
    explicit NameList(const QList<QString> &names);
    /// Of \a count names in UTF-8, each ended by a zero, as the C client hands them out.
    static NameList fromUtf8(const char *const *names, qsizetype count);

    void append(QStringView name);

    qsizetype size() const { return m_ends.size(); }
    bool isEmpty() const { return m_ends.isEmpty(); }
    QStringView operator[](qsizetype index) const
    {
        const qsizetype begin = index > 0 ? m_ends[index - 1] : 0;
        return QStringView(m_text).sliced(begin, m_ends[index] - begin);
    }
    bool contains(QStringView name) const;
    QList<QString> toList() const;
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, size()}; }
    bool operator==(const NameList &) const = default;

private:
    QString m_text;
    QList<qsizetype> m_ends; ///< in it, of each name
};

} // namespace lockscope
