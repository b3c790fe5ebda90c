// SPDX-License-Identifier: Apache-2.0
// The processes of a trial, a row each: whose, what its client believes and what has become of it. Shows what is the
// case now, wherever the cursor of the window stands; never starts one, never ends one.
#pragma once

#include "core/history/client.h"
#include "core/trial/trialspec.h"

#include <QAbstractTableModel>
#include <QList>

namespace lockscope::ui {

class ProgramsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, State, Grants, End, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    /// What its clients do.
    void add(const journal::EventBatch &batch);
    void add(const trial::TrialNews &news);

    QString nameOf(ClientId id) const;
    int rowOf(ClientId id) const;
    ClientId idAt(int row) const { return m_programs.value(row).client.spec.id; }
    /// Of all of them together.
    int grants() const;
    int running() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// One more client, or its name is known now.
    void named();

private:
    struct Program
    {
        enum class State { Starting, Running, Killed, Ended, Stopped };

        journal::Client client;
        State state = State::Starting;
        int grants = 0;
        int starts = 0;
        qint64 process = 0;
        Text problem;
    };

    int rowFor(ClientId id);
    static QString stateText(const Program &program);
    static QString endText(const Program &program);

    QList<Program> m_programs;
};

} // namespace lockscope::ui
