// SPDX-License-Identifier: Apache-2.0
// What an SVG says: the texts in it, and whether it is one at all. For tests of pictures.
#pragma once

#include <QRectF>
#include <QStringList>
#include <QXmlStreamReader>

namespace lockscope::ui {

struct SvgText
{
    QStringList texts; ///< of its text elements
    QStringList elements;
    QString problem; ///< empty: well-formed, with an svg element around it all
    QRectF viewBox;

    explicit SvgText(const QByteArray &svg)
    {
        QXmlStreamReader reader(svg);
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            elements += reader.name().toString();
            if (elements.size() == 1) {
                const auto box = reader.attributes().value(QLatin1String("viewBox")).toString().split(u' ');
                if (box.size() == 4)
                    viewBox = {box[0].toDouble(), box[1].toDouble(), box[2].toDouble(), box[3].toDouble()};
            }
            if (elements.back() == QLatin1String("text"))
                texts += reader.readElementText().trimmed();
        }
        if (reader.hasError())
            problem = reader.errorString();
        else if (elements.value(0) != QLatin1String("svg"))
            problem = QStringLiteral("no svg element");
    }
};

} // namespace lockscope::ui
