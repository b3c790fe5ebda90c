// SPDX-License-Identifier: Apache-2.0
// The colours and fonts of the program by what they mean (holding, waiting, wrong, …), derived from a palette.
// Never asks which theme is set: a widget that paints takes it from its palette, so a palette change is enough.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

class QAbstractButton;
class QApplication;
class QLabel;
class QString;

namespace lockscope::ui {

/// What a colour says. Never said by colour alone: holding is filled, waiting outlined, suspended hatched, expired
/// crossed.
enum class Role { Neutral, Holding, Waiting, Wrong, Shared, Suspended, Accent };

/// Okabe–Ito colours of one role, for one background.
struct RoleColors
{
    QColor fill;   ///< of shapes, lines and outlines
    QColor onFill; ///< text on the fill, ≥ 4.5 : 1
    QColor text;   ///< text of this role on a panel, ≥ 4.5 : 1
    QColor tint;   ///< a quiet background of this role
};

struct Theme
{
    bool dark = false;

    QColor window; ///< behind the panels
    QColor panel;  ///< a panel's ground; also that of tables
    QColor card;   ///< a box within a panel
    QColor field;  ///< an input
    QColor header; ///< a table's header row
    QColor raised; ///< a secondary button, a neutral pill
    QColor border;
    QColor separator; ///< between rows
    QColor hover;
    QColor selection;
    QColor text;
    QColor muted; ///< secondary text, ≥ 4.5 : 1 on a panel
    QColor hatch; ///< lines of a suspended shape
    QColor edge;  ///< a watch edge that is as it should be

    RoleColors neutral;
    RoleColors holding;
    RoleColors waiting;
    RoleColors wrong;
    RoleColors shared;
    RoleColors suspended;
    RoleColors accent;

    const RoleColors &role(Role role) const;
};

/// Remembers the last palettes it was asked for: cheap enough for a paintEvent.
const Theme &themeFor(const QPalette &palette);

/// The palettes that applyTheme() sets.
QPalette lightPalette();
QPalette darkPalette();

/// Inter where it is installed, else the desktop's font.
QFont bodyFont();
/// JetBrains Mono where it is installed, else the desktop's fixed font, as large as \a base looks. Its digits are of
/// one width: use it for whatever counts on screen.
QFont monoFont(const QFont &base);
/// \a base times \a factor, in the given weight.
QFont scaledFont(const QFont &base, double factor, QFont::Weight weight = QFont::Normal);

/// Of all type; by default 1. Widgets that are there follow.
void setTypeScale(double scale);
double typeScale();

enum class ButtonKind { Secondary, Primary, Danger, Link };
void setButtonKind(QAbstractButton *button, ButtonKind kind);

enum class Tone {
    Normal,
    Muted, ///< secondary
    Small, ///< secondary and smaller: footers, legends
    Title, ///< what the panel is about
    Heading,
    Mono,
};
/// Sets a label's font and colour; follows later changes of the theme.
void setTone(QLabel *label, Tone tone);

/// Makes a QFrame or QWidget a panel as in the window: rounded, bordered, on the panel's ground.
void makePanel(QWidget *widget);
/// The same for a box within a panel.
void makeCard(QWidget *widget);

/// Makes the whole application look like one: style, palette, fonts and one style sheet.
/// Never stores the choice: that is for the settings.
enum class ThemeChoice { System, Light, Dark };

/// May be called again at any time; every widget then gets a PaletteChange.
/// System: dark if the desktop's own palette, as it was at the first call, is dark.
void applyTheme(QApplication &application, ThemeChoice choice);

/// The style sheet of applyTheme() for these colours.
QString styleSheetFor(const Theme &theme);

} // namespace lockscope::ui
