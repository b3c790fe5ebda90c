// SPDX-License-Identifier: Apache-2.0
#include "ui/programs/programsmodel.h"

#include "core/base/visible.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"

#include <QApplication>

#include <algorithm>
#include <numeric>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void ProgramsModel::clear()
{
    beginResetModel();
    m_programs.clear();
    endResetModel();
}

void ProgramsModel::add(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch) {
        if (const auto *spawned = std::get_if<journal::ClientSpawned>(&event.what); spawned && spawned->foreign)
            rowFor(spawned->id);
        const int row = rowOf(journal::clientOf(event.what));
        if (row < 0)
            continue;
        Program &program = m_programs[row];
        const bool wasNamed = !program.client.spec.name.isEmpty();
        const journal::ClientChange turn = journal::follow(program.client, event);
        program.grants += turn.served ? 1 : 0;
        if (turn.isChange || !wasNamed)
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        if (!wasNamed)
            Q_EMIT named();
    }
}

void ProgramsModel::add(const trial::TrialNews &news)
{
    using Kind = trial::TrialNews::Item::Kind;
    for (const trial::TrialNews::Item &item : news.items) {
        if (item.kind == Kind::Output || item.kind == Kind::Errors)
            continue;
        const int row = rowFor(item.client);
        Program &program = m_programs[row];
        if (item.kind == Kind::Started) {
            program.state = Program::State::Running;
            program.process = item.process;
            ++program.starts;
        } else {
            program.state = item.kind == Kind::Killed    ? Program::State::Killed
                            : item.kind == Kind::Stopped ? Program::State::Stopped
                                                         : Program::State::Ended;
            program.problem = item.problem;
        }
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

/// News of a process may come before the event of its client.
int ProgramsModel::rowFor(ClientId id)
{
    if (const int row = rowOf(id); row >= 0)
        return row;
    const auto row = int(m_programs.size());
    beginInsertRows({}, row, row);
    Program program;
    program.client.spec.id = id;
    m_programs.append(program);
    endInsertRows();
    return row;
}

int ProgramsModel::rowOf(ClientId id) const
{
    const auto at =
        std::ranges::find_if(m_programs, [id](const Program &program) { return program.client.spec.id == id; });
    return id.isNull() || at == m_programs.end() ? -1 : int(at - m_programs.begin());
}

QString ProgramsModel::nameOf(ClientId id) const
{
    return visible(m_programs.value(rowOf(id)).client.spec.name);
}

int ProgramsModel::grants() const
{
    return std::accumulate(m_programs.begin(), m_programs.end(), 0,
                           [](int sum, const Program &program) { return sum + program.grants; });
}

int ProgramsModel::running() const
{
    return int(std::ranges::count(m_programs, Program::State::Running, &Program::state));
}

int ProgramsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_programs.size());
}

QString ProgramsModel::stateText(const Program &program)
{
    switch (program.state) {
    case Program::State::Starting: return tr("starting");
    case Program::State::Running:
        return (QStringList{clientStateText(program.client)} + flagsOf(program.client)).join(u" · "_s);
    case Program::State::Killed: return tr("killed");
    case Program::State::Ended:
    case Program::State::Stopped: return tr("ended");
    }
    return {};
}

QString ProgramsModel::endText(const Program &program)
{
    switch (program.state) {
    case Program::State::Starting:
    case Program::State::Running: return {};
    case Program::State::Killed: return tr("Killed by a fault.");
    case Program::State::Ended:
        return program.problem.isEmpty() ? tr("By itself, with exit code 0.") : visible(program.problem.shown());
    case Program::State::Stopped: return tr("With the trial.");
    }
    return {};
}

QVariant ProgramsModel::data(const QModelIndex &index, int role) const
{
    const Program program = m_programs.value(index.row());
    const bool isWrong = program.state == Program::State::Ended && !program.problem.isEmpty();
    switch (role) {
    case Qt::DisplayRole:
        switch (Column(index.column())) {
        case Name: return visible(program.client.spec.name);
        case State: return stateText(program);
        case Grants: return program.grants;
        case End: return endText(program);
        case ColumnCount: break;
        }
        return {};
    case Qt::ToolTipRole: {
        QStringList lines{visible(program.client.spec.name)};
        if (program.process != 0)
            lines += program.state == Program::State::Running ? tr("Process %1").arg(program.process)
                                                              : tr("It was process %1").arg(program.process);
        if (program.starts > 1)
            lines += tr("Started %n times", nullptr, program.starts);
        if (const QString end = endText(program); !end.isEmpty())
            lines += end;
        return plainToolTip(lines.join(u'\n'));
    }
    case Qt::TextAlignmentRole:
        return index.column() == Grants ? int(Qt::AlignRight | Qt::AlignVCenter)
                                        : int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ForegroundRole: {
        const Theme &theme = themeFor(QApplication::palette());
        if (isWrong && index.column() >= State)
            return theme.wrong.text;
        if (index.column() == State && program.state == Program::State::Running)
            return theme
                .role(program.client.holds()     ? Role::Holding
                      : program.client.inQueue() ? Role::Waiting
                                                 : Role::Neutral)
                .text;
        return {};
    }
    default: return {};
    }
}

QVariant ProgramsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == Grants ? int(Qt::AlignRight | Qt::AlignVCenter) : int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Name: return tr("Client");
    case State: return tr("State");
    case Grants: return tr("Grants");
    case End: return tr("How it ended");
    case ColumnCount: break;
    }
    return {};
}

} // namespace lockscope::ui

#include "moc_programsmodel.cpp"
