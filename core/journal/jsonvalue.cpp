// SPDX-License-Identifier: Apache-2.0
#include "core/journal/jsonvalue.h"

namespace lockscope::journal {

using namespace Qt::StringLiterals;

std::optional<qint64> hexFromText(const QString &text)
{
    if (!text.startsWith("0x"_L1))
        return std::nullopt;
    bool ok = false;
    const quint64 bits = QStringView(text).mid(2).toULongLong(&ok, 16);
    return ok ? std::optional(static_cast<qint64>(bits)) : std::nullopt;
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
