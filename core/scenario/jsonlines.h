// SPDX-License-Identifier: Apache-2.0
// Where in a JSON text each key and element stands, so that a complaint about a value can name its line.
// Never decides what valid JSON is and never reads values: that is QJsonDocument's matter, which gives no positions.
//
// Looked for in Debian first: nlohmann-json and RapidJSON tell positions only of syntax errors; jsoncpp tells them of
// values, but would be a second JSON parser beside Qt's, with rules of its own and with exceptions.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

namespace lockscope::lab {

struct JsonLines
{
    /// By path ("steps[2].client"; empty: the whole text): the line of the key, or of the element; from 1.
    QHash<QString, int> lines;
    /// Paths that stand there more than once; `lines` has the last, which is the one that QJsonDocument keeps.
    QStringList repeated;

    /// The line of \a path, else of the innermost thing around it that is there.
    int lineOf(QString path) const;
};

/// \a text should be what QJsonDocument took; of anything else it finds what it finds, and ends.
JsonLines locateLines(const QByteArray &text);

/// The line of a byte offset, from 1.
int lineAt(const QByteArray &text, qsizetype offset);

} // namespace lockscope::lab
