// SPDX-License-Identifier: Apache-2.0
// The command line of lockscope as values, or the sentence that says what is wrong with it.
// Never does anything: main() acts on it.
#pragma once

#include "ui/shell/sessioncontroller.h"
#include "ui/theme/theme.h"

#include <QSize>
#include <QStringList>

#include <optional>

namespace lockscope {

struct Arguments
{
    std::optional<ui::Target> target; ///< nothing: the start page
    QString replay;                   ///< a recording to show instead
    std::optional<quint64> event;     ///< of the recording: it is shown as it was after this one
    QString model;                    ///< a recipe or a schedule's file, to be opened as a model instead
    QString lesson;                   ///< a lesson's name or file, to be opened instead
    bool isPresentation = false;
    QString scenario;          ///< to be run on the target
    std::optional<QSize> size; ///< of the window
    std::optional<int> paceMs; ///< from step to step of a scenario
    QString select;            ///< a lock to select
    QString view;              ///< one of lab::scenarioViews(), to be brought to the front
    int spawn = 0;             ///< so many clients on that lock, once connected
    std::optional<ui::ThemeChoice> theme;
    QString language;
    QString screenshot; ///< a file to write and then to exit
    int screenshotAfterMs = 2000;
    QString output; ///< help or version: to be printed, nothing else
};

/// \a arguments as QCoreApplication has them, the program's name first.
Result<Arguments> parseArguments(const QStringList &arguments);

} // namespace lockscope
