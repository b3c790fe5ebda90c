// SPDX-License-Identifier: Apache-2.0
// HTML, a piece at a time: whatever comes from a server, a file or a person goes in as text and can be nothing else.
// Never an address that a browser would follow, and no script but of ours.
#pragma once

#include "core/base/text.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace lockscope::report {

/// Escaped for a text and for an attribute in quotes; control characters that HTML forbids appear as U+FFFD, and what
/// looks like a password in a connect string or a digest login as three dots.
QString escaped(const QString &text);

class Html
{
public:
    /// "h2", "p class=\"note\"": the tag is ours, the text is anybody's.
    Html &element(const QString &tag, const QString &text);
    Html &element(const QString &tag, const Text &text) { return element(tag, text.shown()); }
    Html &open(const QString &tag);
    Html &close(const QString &name);
    /// A style sheet of ours.
    Html &style(const QString &css);
    /// A script of ours.
    Html &script(const QString &source);
    /// JSON for it; \a json must have no "<".
    Html &data(const QString &id, const QString &json);
    /// A paragraph beside the point.
    Html &quiet(const Text &text);
    /// A table that scrolls where it is too wide, with its row of heads.
    Html &openTable(const QString &tag, const QList<Text> &heads);
    Html &closeTable();
    /// A row of a table; cells are escaped. \a attributes are ours.
    Html &row(const QStringList &cells, const QString &attributes = {});
    /// An SVG as a picture that cannot do anything, another one where the reader's desktop is dark.
    Html &picture(const QString &title, const QByteArray &lightSvg, const QByteArray &darkSvg);

    const QString &text() const { return m_text; }

private:
    QString m_text;
};

} // namespace lockscope::report
