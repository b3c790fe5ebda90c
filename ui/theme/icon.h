// SPDX-License-Identifier: Apache-2.0
// The bundled icons, drawn in a palette's colours at any size. Never a desktop icon theme: it looks alike everywhere.
#pragma once

#include "ui/theme/theme.h"

#include <QIcon>
#include <QPixmap>

namespace lockscope::ui {

enum class IconId {
    App, ///< the program's own, in its own colours
    Play,
    Stop,
    Close,
    Pause,
    Plus,
    Search,
    Refresh,
    Copy,
    Export,
    Trash,
    Crash,
    Connect,
    Disconnect,
    LockOpen,
    Eye,
    EyeOff,
    Server,
    Users,
    List,
    Tree,
    Info,
    Warning,
    Alert,
    Ok,
    Failed,
    Down,
    Right,
    Folder,
    FolderOpen,
    Clock,
    Leave,
    Sun,
    Keyboard,
    Help,
    Filter,
    File,
    Activity,
    Hand,
    History,
    More,
    Reset,
    Open,
    Sandbox,
    Next,
    Sort,
    Recording,
    Check,
    Workflow,
    Book,
    SkipBack,
    SkipForward,
    StepBack,
    StepForward,
    Bookmark,
};

/// For buttons, actions and docks: follows the application's palette each time it is painted.
QIcon icon(IconId id, Role role = Role::Neutral);
/// For painting: \a side in device-independent pixels.
QPixmap iconPixmap(IconId id, const QColor &color, int side, qreal devicePixelRatio);

/// Needed once before the first icon where applyTheme() is not called.
void initIconResources();

} // namespace lockscope::ui
