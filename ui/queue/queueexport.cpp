// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queueexport.h"

#include "core/base/clock.h"
#include "core/locks/queuejson.h"

#include <QJsonDocument>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QStringList cells(const QueueModel &model, int row)
{
    QStringList out;
    for (int column = 0; column < QueueModel::ColumnCount; ++column) {
        if (column == QueueModel::Edges)
            continue;
        out += column == QueueModel::Node ? model.pathAt(row) // in full, unlike on screen
                                          : model.index(row, column).data().toString();
    }
    return out;
}

QStringList headers(const QueueModel &model)
{
    QStringList out;
    for (int column = 0; column < QueueModel::ColumnCount; ++column) {
        if (column != QueueModel::Edges)
            out += model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
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
    QString out = headers(model).join(u'\t') + u'\n';
    for (int row = 0; row < model.rowCount(); ++row)
        out += rowText(model, row) + u'\n';
    return out;
}

QByteArray toCsv(const QueueModel &model)
{
    QByteArray out = csvLine(headers(model));
    for (int row = 0; row < model.rowCount(); ++row)
        out += csvLine(cells(model, row));
    return out;
}

QByteArray toJsonDocument(const QueueModel &model, Zxid zxid)
{
    return QJsonDocument(locks::toJson(model.queue(), toDateTime(model.asOfNs()), zxid)).toJson();
}

} // namespace lockscope::ui
