// SPDX-License-Identifier: Apache-2.0
// Makes the whole application look like one: style, palette, fonts and one style sheet.
// Never stores the choice: that is for whoever keeps settings.
#pragma once

class QApplication;
class QString;

namespace lockscope::ui {

struct Theme;

enum class ThemeChoice { System, Light, Dark };

/// May be called again at any time; every widget then gets a PaletteChange.
/// System: dark if the desktop's own palette, as it was at the first call, is dark.
void applyTheme(QApplication &application, ThemeChoice choice);

/// The style sheet of applyTheme() for these colours.
QString styleSheetFor(const Theme &theme);

} // namespace lockscope::ui
