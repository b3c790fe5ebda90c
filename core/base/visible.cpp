// SPDX-License-Identifier: Apache-2.0
#include "core/base/visible.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

bool isUnsafe(char32_t code)
{
    if (code >= 0x20 && code < 0x7F)
        return false;
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Other_Format: // the bidirectional controls, and what is invisible
    case QChar::Other_Surrogate:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return true;
    default: return false;
    }
}

QString written(char32_t code)
{
    const auto hex = [code](int digits) { return QString::number(code, 16).toUpper().rightJustified(digits, u'0'); };
    switch (code) {
    case '\n': return u"\\n"_s;
    case '\r': return u"\\r"_s;
    case '\t': return u"\\t"_s;
    default: return code < 0x100 ? u"\\x"_s + hex(2) : code < 0x10000 ? u"\\u"_s + hex(4) : u"\\U"_s + hex(8);
    }
}

/// \a escape writes what is unsafe and not \a kept (a space, where nothing is).
template<typename Escape>
QString replaced(QStringView text, QChar kept, Escape escape)
{
    QString shown;
    qsizetype from = 0; // what is not in there yet
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool isPair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        const char32_t code = isPair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : char32_t(text[i].unicode());
        if (isUnsafe(code) && code != kept.unicode()) {
            shown += text.sliced(from, i - from);
            shown += escape(code);
            from = i + 1 + isPair;
        }
        i += isPair;
    }
    shown += text.sliced(from);
    return shown;
}

/// Plain text, as nearly all is, is found at a glance: what may be unsafe is not printable ASCII.
bool isPlain(QStringView text, QChar kept)
{
    return std::all_of(text.begin(), text.end(),
                       [kept](QChar c) { return (c.unicode() >= 0x20 && c.unicode() < 0x7F) || c == kept; });
}

} // namespace

QString shortened(const QString &text, qsizetype longest)
{
    const qsizetype left = text.size() - longest;
    return left > 0 ? text.left(longest) + u"…(+%1)"_s.arg(left) : text;
}

QString visible(const QString &text, qsizetype longest)
{
    const QString shown = shortened(text, longest);
    return isPlain(shown, u' ') ? shown : replaced(shown, u' ', written);
}

QString visibleLines(const QString &text)
{
    return isPlain(text, u'\n') ? text : replaced(text, u'\n', written);
}

QString withoutSecrets(const QString &text)
{
    static const QRegularExpression inUrl(u"://([^\\s:@/]*):\\S*@"_s); // whatever the password has in it
    static const QRegularExpression inAddress(u"([\\w.-]+):[^\\s:@/,]+@"_s);
    static const QRegularExpression inLogin(u"\\bdigest:([^\\s:]+):\\S+"_s);
    static const QRegularExpression inQuery(u"\\b(password|passwd|pwd)=[^\\s&]+"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    QString out = text;
    if (out.contains(u'@'))
        out.replace(inUrl, u"://\\1:…@"_s).replace(inAddress, u"\\1:…@"_s);
    if (out.contains("digest:"_L1))
        out.replace(inLogin, u"digest:\\1:…"_s);
    if (out.contains(u'='))
        out.replace(inQuery, u"\\1=…"_s);
    return out;
}

QByteArray visibleJson(const QByteArray &json)
{
    const QString text = QString::fromUtf8(json);
    if (isPlain(text, u'\n'))
        return json;
    // Line breaks are the document's own: in a value they are escaped already, as are all below the space.
    const auto escape = [](char32_t code) {
        QString units;
        for (const char16_t unit : QChar::fromUcs4(code))
            units += u"\\u"_s + QString::number(unit, 16).rightJustified(4, u'0');
        return units;
    };
    return replaced(text, u'\n', escape).toUtf8();
}

} // namespace lockscope
