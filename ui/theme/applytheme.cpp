// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/applytheme.h"

#include "ui/theme/color.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QStyleFactory>
#include <QVariant>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

// Colours stand as @name@; see styleSheetFor(). Item views are not styled beyond their ground: delegates paint by role.
constexpr auto sheet = R"(
QMainWindow, QDialog { background: @window@; }
QMainWindow::separator { background: @window@; width: 7px; height: 7px; }
QSplitter::handle { background: @window@; }
QToolTip { background: @raised@; color: @text@; border: 1px solid @border@; padding: 4px 6px; }

*[ground="panel"] { background: @panel@; border: 1px solid @border@; border-radius: 7px; }
*[ground="line"] { background: @border@; border: 0; }
*[ground="card"] { background: @card@; border: 1px solid @border@; border-radius: 6px; }
QLabel { background: transparent; border: 0; }
QLabel[tone="muted"], QLabel:disabled { color: @muted@; }

QLineEdit, QPlainTextEdit[field="true"], QTextEdit[field="true"] {
    background: @field@; color: @text@; border: 1px solid @border@; border-radius: 5px; padding: 4px 8px;
    selection-background-color: @selection@; selection-color: @text@; }
QLineEdit:focus, QPlainTextEdit[field="true"]:focus { border-color: @accent@; }
QLineEdit:disabled { color: @muted@; }
QLineEdit[invalid="true"] { border-color: @wrong@; }

QComboBox { background: @raised@; color: @text@; border: 1px solid @border@; border-radius: 5px; padding: 4px 8px; }
QComboBox:focus { border-color: @accent@; }
QComboBox:disabled { color: @muted@; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox::down-arrow { image: url(:/lockscope/style/chevron-down-@scheme@.svg); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: @panel@; color: @text@; border: 1px solid @border@;
    selection-background-color: @selection@; selection-color: @text@; outline: 0; }
QAbstractSpinBox { background: @field@; color: @text@; border: 1px solid @border@; border-radius: 5px;
    padding: 4px 22px 4px 8px; selection-background-color: @selection@; selection-color: @text@; }
QAbstractSpinBox:focus { border-color: @accent@; }
QAbstractSpinBox:disabled { color: @muted@; }
QAbstractSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right; width: 20px; border: 0; }
QAbstractSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right; width: 20px; border: 0; }
QAbstractSpinBox::up-arrow { image: url(:/lockscope/style/chevron-up-@scheme@.svg); width: 12px; height: 12px; }
QAbstractSpinBox::down-arrow { image: url(:/lockscope/style/chevron-down-@scheme@.svg); width: 12px; height: 12px; }

QCheckBox { spacing: 7px; }
QCheckBox::indicator, QGroupBox::indicator, QListView::indicator { width: 14px; height: 14px;
    border: 1px solid @muted@; border-radius: 3px; background: @field@; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: @accent@; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: @accent@; border-color: @accent@;
    image: url(:/lockscope/style/check-@scheme@.svg); }
QCheckBox::indicator:disabled { border-color: @border@; }
QCheckBox::indicator:checked:disabled { background: @disabled@; border-color: @disabled@; }

QPushButton { background: @raised@; color: @text@; border: 1px solid @border@; border-radius: 5px;
    padding: 5px 14px; min-height: 18px; font-weight: 500; }
QPushButton:hover { background: @raisedHover@; }
QPushButton:pressed { background: @raisedPressed@; }
QPushButton:focus { border-color: @accent@; }
QPushButton:disabled { color: @disabled@; background: @panel@; }
QPushButton::menu-indicator { image: url(:/lockscope/style/chevron-down-@scheme@.svg); width: 12px; height: 12px;
    subcontrol-position: center right; right: 8px; }
QPushButton[kind="primary"] { background: @accent@; color: @onAccent@; border-color: @accent@; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: @accentHover@; }
QPushButton[kind="primary"]:focus { border-color: @text@; }
QPushButton[kind="primary"]:disabled { background: @raised@; color: @disabled@; border-color: @border@; }
QPushButton[kind="danger"] { background: transparent; color: @wrongText@; border: 1px solid @wrong@; font-weight: 600; }
QPushButton[kind="danger"]:hover { background: @wrongTint@; }
QPushButton[kind="danger"]:focus { border-width: 2px; padding: 4px 13px; }
QPushButton[kind="danger"]:disabled { color: @disabled@; border-color: @border@; }
QPushButton[kind="link"] { background: transparent; border: 1px solid transparent; color: @accentText@; padding: 2px 6px;
    font-weight: 600; }
QPushButton[kind="link"]:hover { background: @hover@; }
QPushButton[kind="link"]:focus { border-color: @accent@; }

QToolButton { background: transparent; color: @text@; border: 1px solid transparent; border-radius: 5px; padding: 4px; }
QToolButton:hover { background: @raised@; }
QToolButton:pressed, QToolButton:checked { background: @selection@; }
QToolButton:focus { border-color: @accent@; }
QToolButton:disabled { color: @disabled@; }
QToolButton::menu-indicator { image: none; }
QToolButton[popupMode="1"] { padding-right: 20px; }
QToolButton::menu-button { background: transparent; border: 0; border-left: 1px solid @border@; width: 16px; }
QToolButton::menu-button:hover { background: @raisedHover@; }
QToolButton::menu-arrow { image: url(:/lockscope/style/chevron-down-@scheme@.svg); width: 10px; height: 10px; }

QTabWidget::pane { border: 0; border-top: 1px solid @border@; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted@; padding: 7px 4px 6px 4px; margin: 0 9px;
    border: 0; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text@; border-bottom-color: @accent@; }
QTabBar::tab:hover:!selected { color: @text@; }
QTabBar::tab:focus { color: @accentText@; }
QTabBar::tab:disabled { color: @disabled@; }
QDockWidget { color: @text@; }
QDockWidget::title { background: @panel@; padding: 7px 12px; text-align: left; }

QAbstractScrollArea { border: 0; }
QTableView, QTreeView, QListView, QPlainTextEdit, QTextEdit { background: @panel@; color: @text@; border: 0;
    selection-background-color: @selection@; selection-color: @text@; outline: 0; }
*[ground="card"] QPlainTextEdit { background: transparent; }
QListView[field="true"] { border: 1px solid @border@; border-radius: 5px; padding: 3px; }
QListView[field="true"]:focus { border-color: @accent@; }
QHeaderView { background: @header@; border: 0; }
QHeaderView::section { background: @header@; color: @muted@; border: 0; padding: 5px 10px; font-weight: 600; }
QHeaderView::section:hover { color: @text@; }
QTableCornerButton::section { background: @header@; border: 0; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @scroll@; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QMenu { background: @panel@; color: @text@; border: 1px solid @border@; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 10px; border-radius: 4px; }
QMenu::item:selected { background: @selection@; }
QMenu::item:disabled { color: @disabled@; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: @border@; margin: 4px 6px; }
QMenuBar { background: @window@; color: @text@; }
QMenuBar::item { background: transparent; padding: 4px 9px; border-radius: 4px; }
QMenuBar::item:selected { background: @raised@; }
QStatusBar { background: @window@; color: @muted@; }
QProgressBar { background: @field@; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent@; border-radius: 3px; }
)";

bool desktopIsDark(const QApplication &application)
{
    // Asked once: after the first setPalette() the desktop's own palette cannot be had from Qt 6.4 any more.
    static const bool dark = luminance(application.palette().color(QPalette::Window))
                             < luminance(application.palette().color(QPalette::WindowText));
    return dark;
}

} // namespace

QString styleSheetFor(const Theme &t)
{
    const QList<std::pair<QLatin1StringView, QColor>> colors{
        {"window"_L1, t.window},
        {"panel"_L1, t.panel},
        {"card"_L1, t.card},
        {"field"_L1, t.field},
        {"header"_L1, t.header},
        {"raised"_L1, t.raised},
        {"raisedHover"_L1, mix(t.raised, t.text, 0.06)},
        {"raisedPressed"_L1, mix(t.raised, t.text, 0.12)},
        {"border"_L1, t.border},
        {"hover"_L1, t.hover},
        {"selection"_L1, t.selection},
        {"text"_L1, t.text},
        {"muted"_L1, t.muted},
        {"disabled"_L1, mix(t.panel, t.text, 0.38)},
        {"scroll"_L1, mix(t.panel, t.text, 0.22)},
        {"accent"_L1, t.accent.fill},
        {"accentHover"_L1, mix(t.accent.fill, t.text, 0.10)},
        {"accentText"_L1, t.accent.text},
        {"onAccent"_L1, t.accent.onFill},
        {"wrong"_L1, t.wrong.fill},
        {"wrongText"_L1, t.wrong.text},
        {"wrongTint"_L1, t.wrong.tint},
    };
    QString css = QString::fromLatin1(sheet);
    for (const auto &[name, color] : colors)
        css.replace(u"@%1@"_s.arg(name), color.name());
    return css.replace("@scheme@"_L1, t.dark ? "dark"_L1 : "light"_L1);
}

void applyTheme(QApplication &application, ThemeChoice choice)
{
    initIconResources();
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && desktopIsDark(application));
    desktopIsDark(application); // remember it before the palette is ours
    const QPalette palette = dark ? darkPalette() : lightPalette();
    // The style sheet goes first and comes last: QApplication re-polishes every widget once for each.
    application.setStyleSheet({});
    application.setStyle(QStyleFactory::create(u"Fusion"_s));
    application.setPalette(palette);
    application.setFont(bodyFont());
    application.setStyleSheet(styleSheetFor(themeFor(palette)));
}

} // namespace lockscope::ui
