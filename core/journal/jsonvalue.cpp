// SPDX-License-Identifier: Apache-2.0
#include "core/journal/jsonvalue.h"

#include <QJsonDocument>

#include <cmath>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

QString shown(const QJsonValue &json)
{
    if (json.isUndefined())
        return u"nothing"_s;
    // Inside an array, since a document holds nothing smaller.
    const QString text = QString::fromUtf8(QJsonDocument(QJsonArray{json}).toJson(QJsonDocument::Compact));
    const QString bare = text.mid(1, text.size() - 2);
    return bare.size() > 60 ? bare.left(59) + u'…' : bare;
}

std::optional<qint64> hexFromText(const QString &text)
{
    if (!text.startsWith("0x"_L1))
        return std::nullopt;
    bool ok = false;
    const quint64 bits = QStringView(text).mid(2).toULongLong(&ok, 16);
    return ok ? std::optional(static_cast<qint64>(bits)) : std::nullopt;
}

std::optional<qint64> wholeNumber(const QJsonValue &json)
{
    if (!json.isDouble())
        return std::nullopt;
    const qint64 number = json.toInteger();
    // toInteger() answers 0 for what is none.
    const bool whole = number != 0 || std::fpclassify(json.toDouble()) == FP_ZERO;
    return whole ? std::optional(number) : std::nullopt;
}

QString EnumNames<locks::ChildNode::Data>::name(locks::ChildNode::Data access)
{
    switch (access) {
    case locks::ChildNode::Data::NotRead: return u"not-read"_s;
    case locks::ChildNode::Data::Read: return u"read"_s;
    case locks::ChildNode::Data::NoPermission: return u"no-permission"_s;
    }
    return {};
}

bool JsonValue<QList<QString>>::read(const QJsonValue &json, QList<QString> &texts)
{
    texts.clear();
    if (!json.isArray())
        return false;
    const QJsonArray array = json.toArray();
    texts.reserve(array.size());
    for (const QJsonValue text : array) {
        if (!text.isString())
            return false;
        texts += text.toString();
    }
    return true;
}

} // namespace lockscope::journal
