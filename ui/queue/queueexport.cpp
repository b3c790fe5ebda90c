// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queueexport.h"

#include "core/base/clock.h"
#include "core/locks/queuejson.h"

#include <QJsonDocument>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Of row -1 the headings.
QStringList cells(const QueueModel &model, int row)
{
    QStringList out;
    for (int column = 0; column < QueueModel::ColumnCount; ++column) {
        if (column == QueueModel::Edges)
            continue;
        if (row < 0)
            out += model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        else // the node in full, unlike on screen
            out += column == QueueModel::Node ? model.pathAt(row) : model.index(row, column).data().toString();
    }
    return out;
}

QByteArray csvLine(const QStringList &cells)
{
    QStringList quoted;
    for (QString cell : cells) {
        if (cell.contains(u'"') || cell.contains(u',') || cell.contains(u'\n') || cell.contains(u'\r'))
            cell = u'"' + cell.replace(u"\""_s, u"\"\""_s) + u'"';
        quoted += cell;
    }
    return (quoted.join(u',') + u"\r\n"_s).toUtf8();
}

} // namespace

QString rowText(const QueueModel &model, int row)
{
    return cells(model, row).join(u'\t');
}

QString allText(const QueueModel &model)
{
    QString out;
    for (int row = -1; row < model.rowCount(); ++row)
        out += rowText(model, row) + u'\n';
    return out;
}

QByteArray toCsv(const QueueModel &model)
{
    QByteArray out;
    for (int row = -1; row < model.rowCount(); ++row)
        out += csvLine(cells(model, row));
    return out;
}

QByteArray toJsonDocument(const QueueModel &model, Zxid zxid)
{
    return QJsonDocument(locks::toJson(model.queue(), toDateTime(model.asOfNs()), zxid)).toJson();
}

} // namespace lockscope::ui
