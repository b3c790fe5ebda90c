// SPDX-License-Identifier: Apache-2.0
#include "ui/models/nodetext.h"

#include <QCoreApplication>
#include <QStringDecoder>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

bool isControl(QChar c)
{
    return c.category() == QChar::Other_Control && c != u'\n' && c != u'\r' && c != u'\t';
}

QString translated(const char *text)
{
    return QCoreApplication::translate("lockscope::ui::NodeText", text);
}

} // namespace

std::optional<QString> asText(const QByteArray &data, bool truncated)
{
    // A decoder with state takes a sequence cut at the end for unfinished, not for wrong.
    QStringDecoder decoder(QStringConverter::Utf8,
                           truncated ? QStringConverter::Flag::Default : QStringConverter::Flag::Stateless);
    QString text = decoder.decode(data);
    if (decoder.hasError() || std::any_of(text.cbegin(), text.cend(), isControl))
        return std::nullopt;
    return text;
}

QString dataLine(const locks::ChildNode &node)
{
    switch (node.access) {
    case locks::ChildNode::Data::NotRead: return u"…"_s;
    case locks::ChildNode::Data::NoPermission:
        return translated(QT_TRANSLATE_NOOP("lockscope::ui::NodeText", "no READ permission"));
    case locks::ChildNode::Data::Read: break;
    }
    if (node.data.isEmpty())
        return {};
    const auto text = asText(node.data.left(400), node.truncated || node.data.size() > 400);
    if (!text) {
        const qint64 bytes = node.stat ? node.stat->dataLength : node.data.size();
        return translated(QT_TRANSLATE_NOOP("lockscope::ui::NodeText", "‹%1 bytes›")).arg(bytes);
    }
    QString line = text->simplified();
    const bool cut = node.truncated || node.data.size() > 400 || line.size() > 120;
    line.truncate(120);
    return cut ? line + u'…' : line;
}

QString hexDump(const QByteArray &data, qsizetype limit)
{
    const qsizetype size = std::min(limit, data.size());
    QString out;
    out.reserve(size * 5);
    for (qsizetype offset = 0; offset < size; offset += 16) {
        out += u"%1  "_s.arg(offset, 6, 16, QLatin1Char('0'));
        QString characters;
        for (qsizetype i = offset; i < offset + 16; ++i) {
            if (i >= size) {
                out += u"   "_s;
                continue;
            }
            const auto byte = static_cast<uchar>(data[i]);
            out += u"%1 "_s.arg(uint(byte), 2, 16, QLatin1Char('0'));
            characters += byte >= 0x20 && byte < 0x7f ? QChar(QLatin1Char(char(byte))) : QChar(u'·');
        }
        out += u' ' + characters + u'\n';
    }
    return out;
}

} // namespace lockscope::ui
