// SPDX-License-Identifier: Apache-2.0
// A comparison as tables for people, the same for its page, its Markdown and the window. Never lays them out.
#pragma once

#include "core/compare/comparison.h"

#include <QList>
#include <QString>

namespace lockscope::compare {

struct Cell
{
    QString text;
    QString recording = {}; ///< the file that it was read from; empty: it was measured
};

struct Table
{
    Text title;
    Text about;
    QList<Text> heads;
    QList<QList<Cell>> rows; ///< one for each recipe on each kind of server
};

/// What could not be measured comes first, where there is any.
QList<Table> tablesOf(const Comparison &comparison);
Text comparisonTitle();
/// On what machine, when, and how often all of it was measured.
Text conditionsText(const Conditions &conditions);
/// "1,234"; a figure below ten keeps one digit after the point.
QString figure(double value);

/// The middle, the lowest and the highest of the runs with so many clients.
struct Spread
{
    double middle = 0;
    double lowest = 0;
    double highest = 0;
};
/// Of a figure of a run; nothing where no run has it.
std::optional<Spread> spreadOf(const Subject &subject, int clients, std::optional<double> (*figure)(const Run &));
std::optional<double> speedOf(const Run &run);
std::optional<double> handoffP50Of(const Run &run);
std::optional<double> requestsOf(const Run &run);

} // namespace lockscope::compare
