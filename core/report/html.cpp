// SPDX-License-Identifier: Apache-2.0
#include "core/report/html.h"

#include "core/base/visible.h"

namespace lockscope::report {

using namespace Qt::StringLiterals;

namespace {

QString dataUri(const QByteArray &svg)
{
    return u"data:image/svg+xml;base64,"_s + QString::fromLatin1(svg.toBase64());
}

} // namespace

QString escaped(const QString &text)
{
    QString out;
    const QString shown = visibleLines(withoutSecrets(text)); // also: a name must not look like another one
    out.reserve(shown.size() + 16);
    for (const QChar letter : shown) {
        switch (letter.unicode()) {
        case u'<': out += "&lt;"_L1; break;
        case u'>': out += "&gt;"_L1; break;
        case u'&': out += "&amp;"_L1; break;
        case u'"': out += "&quot;"_L1; break;
        case u'\'': out += "&#39;"_L1; break;
        default: out += letter;
        }
    }
    return out;
}

Html &Html::element(const QString &tag, const QString &text)
{
    m_text += u'<' + tag + u'>' + escaped(text) + "</"_L1 + tag.section(u' ', 0, 0) + ">\n"_L1;
    return *this;
}

Html &Html::open(const QString &tag)
{
    m_text += u'<' + tag + ">\n"_L1;
    return *this;
}

Html &Html::close(const QString &name)
{
    m_text += "</"_L1 + name + ">\n"_L1;
    return *this;
}

Html &Html::style(const QString &css)
{
    m_text += u"<style>"_s + css + "</style>\n"_L1;
    return *this;
}

Html &Html::script(const QString &source)
{
    m_text += u"<script>"_s + source + "</script>\n"_L1;
    return *this;
}

Html &Html::data(const QString &id, const QString &json)
{
    m_text += u"<script type=\"application/json\" id=\"%1\">"_s.arg(id) + json + "</script>\n"_L1;
    return *this;
}

Html &Html::quiet(const Text &text)
{
    return element(u"p class=\"quiet\""_s, text);
}

Html &Html::openTable(const QString &tag, const QList<Text> &heads)
{
    open(u"div class=\"scroll\""_s).open(tag);
    m_text += u"<tr>"_s;
    for (const Text &head : heads)
        m_text += "<th scope=\"col\">"_L1 + escaped(head.shown()) + "</th>"_L1;
    m_text += "</tr>\n"_L1;
    return *this;
}

Html &Html::closeTable()
{
    return close(u"table"_s).close(u"div"_s);
}

Html &Html::row(const QStringList &cells, const QString &attributes)
{
    m_text += attributes.isEmpty() ? u"<tr>"_s : u"<tr "_s + attributes + u'>';
    for (const QString &text : cells)
        m_text += "<td>"_L1 + escaped(text) + "</td>"_L1;
    m_text += "</tr>\n"_L1;
    return *this;
}

Html &Html::picture(const QString &title, const QByteArray &lightSvg, const QByteArray &darkSvg)
{
    open(u"figure"_s);
    element(u"figcaption"_s, title);
    open(u"picture"_s);
    if (!darkSvg.isEmpty())
        m_text += u"<source media=\"(prefers-color-scheme: dark)\" srcset=\""_s + dataUri(darkSvg) + "\">\n"_L1;
    m_text += u"<img alt=\""_s + escaped(title) + "\" src=\""_L1 + dataUri(lightSvg) + "\">\n"_L1;
    return close(u"picture"_s).close(u"figure"_s);
}

} // namespace lockscope::report
