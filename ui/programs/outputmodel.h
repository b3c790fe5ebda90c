// SPDX-License-Identifier: Apache-2.0
// What the processes of a trial said, a row a line, the newest of it: more than there is room for lets the oldest go.
// Shown as visible() has it; never what a terminal would make of it.
#pragma once

#include "core/trial/trialspec.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <deque>
#include <functional>

namespace lockscope::ui {

class OutputModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Time, Client, Stream, Line, ColumnCount };
    enum ItemRole { ClientRole = Qt::UserRole };

    static constexpr qsizetype mostLines = 20'000;
    static constexpr qsizetype mostCharacters = 8'000'000;

    /// \a nameOf: a client's name, asked whenever one is shown.
    explicit OutputModel(std::function<QString(ClientId)> nameOf, QObject *parent = nullptr);

    void clear();
    void add(const trial::TrialNews &news);
    /// So many of the oldest went.
    qint64 dropped() const { return m_dropped; }
    /// As one line of text: time, client, which output, and what was said.
    QString textOf(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        ClientId client;
        qint64 atNs = 0;
        trial::TrialNews::Item::Kind kind = trial::TrialNews::Item::Kind::Output;
        QString text;
    };

    static QString timeText(const Row &row);
    static QString streamText(const Row &row);

    std::function<QString(ClientId)> m_nameOf;
    std::deque<Row> m_rows;
    qsizetype m_characters = 0;
    qint64 m_dropped = 0;
};

/// Of one client, or of all.
class OutputFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// Null: all.
    void setClient(ClientId client);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    ClientId m_client;
};

} // namespace lockscope::ui
