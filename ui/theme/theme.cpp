// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/theme.h"

#include "ui/theme/format.h"
#include "ui/theme/icon.h"
#include "ui/theme/painting.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QLabel>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>
#include <QVariant>

#include <array>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Inter draws 0x10 as 0×10, JetBrains Mono draws it alike, and -> as an arrow: what stands in a node is shown as it
/// is.
constexpr auto withoutLigatures = QFont::PreferNoShaping;

RoleColors roleColors(QColor fill, const QColor &panel)
{
    RoleColors colors;
    colors.onFill = inkOn(fill);
    // Only ever a shade: the fill gives way to its text, so that the text stays white or near black.
    if (contrastRatio(fill, colors.onFill) < 4.5)
        fill = readableOn(fill, colors.onFill);
    colors.fill = fill;
    colors.text = readableOn(fill, panel);
    colors.tint = mix(panel, fill, luminance(panel) < 0.18 ? 0.17 : 0.10);
    return colors;
}

Theme derive(const QPalette &palette)
{
    Theme t;
    t.window = palette.color(QPalette::Window);
    t.panel = palette.color(QPalette::Base);
    t.text = palette.color(QPalette::Text);
    t.dark = luminance(t.panel) < luminance(t.text);
    const auto step = [&t](double dark, double light) { return mix(t.panel, t.text, t.dark ? dark : light); };
    t.card = t.dark ? mix(t.panel, Qt::black, 0.18) : mix(t.panel, t.window, 0.55);
    t.field = step(0.045, 0.035);
    t.header = step(0.045, 0.055);
    t.raised = step(0.085, 0.06);
    t.border = step(0.14, 0.13);
    t.separator = step(0.10, 0.10);
    t.hover = step(0.045, 0.035);
    t.selection = palette.color(QPalette::Highlight);
    t.muted = readableOn(step(0.60, 0.52), t.selection, 4.5);
    if (contrastRatio(t.muted, t.panel) < 4.5)
        t.muted = readableOn(t.muted, t.panel);
    t.hatch = step(0.22, 0.20);
    t.edge = step(0.55, 0.52);

    const QRgb green = t.dark ? 0x2cc79a : 0x009e73;
    const QRgb orange = t.dark ? 0xf0b43c : 0xe69f00;
    const QRgb vermillion = t.dark ? 0xff7a3d : 0xd55e00;
    const QRgb blue = t.dark ? 0x56b4e9 : 0x0072b2;
    const QColor ground = t.panel;
    t.holding = roleColors(QColor(green), ground);
    t.waiting = roleColors(QColor(orange), ground);
    t.wrong = roleColors(QColor(vermillion), ground);
    t.shared = roleColors(QColor(blue), ground);
    t.accent = roleColors(palette.color(QPalette::Link), ground);
    t.suspended = roleColors(step(0.50, 0.55), ground);
    t.neutral = {t.raised, t.text, t.text, t.raised};
    return t;
}

} // namespace

const RoleColors &Theme::role(Role role) const
{
    switch (role) {
    case Role::Neutral: return neutral;
    case Role::Holding: return holding;
    case Role::Waiting: return waiting;
    case Role::Wrong: return wrong;
    case Role::Shared: return shared;
    case Role::Suspended: return suspended;
    case Role::Accent: return accent;
    }
    return neutral;
}

const Theme &themeFor(const QPalette &palette)
{
    struct Entry
    {
        std::array<QRgb, 5> key{};
        bool used = false;
        Theme theme;
    };
    // A pure function's memory, not state: two palettes and the disabled or inactive ones of a style are all there is.
    thread_local std::array<Entry, 4> memory;
    thread_local size_t next = 0;
    const std::array<QRgb, 5> key{palette.color(QPalette::Window).rgb(), palette.color(QPalette::Base).rgb(),
                                  palette.color(QPalette::Text).rgb(), palette.color(QPalette::Highlight).rgb(),
                                  palette.color(QPalette::Link).rgb()};
    for (const Entry &entry : memory) {
        if (entry.used && entry.key == key)
            return entry.theme;
    }
    Entry &entry = memory[next++ % memory.size()];
    entry = {key, true, derive(palette)};
    return entry.theme;
}

namespace {

struct Grounds
{
    QRgb window, panel, alternate, button, text, muted, highlight, link;
};

QPalette paletteFrom(const Grounds &g)
{
    QPalette p{QColor(g.button), QColor(g.window)};
    const auto set = [&p](QPalette::ColorRole role, QRgb color) { p.setColor(role, QColor(color)); };
    set(QPalette::Window, g.window);
    set(QPalette::WindowText, g.text);
    set(QPalette::Base, g.panel);
    set(QPalette::AlternateBase, g.alternate);
    set(QPalette::Text, g.text);
    set(QPalette::PlaceholderText, g.muted);
    set(QPalette::Button, g.button);
    set(QPalette::ButtonText, g.text);
    set(QPalette::BrightText, 0xffffff);
    set(QPalette::Highlight, g.highlight);
    set(QPalette::HighlightedText, g.text);
    set(QPalette::Link, g.link);
    set(QPalette::LinkVisited, g.link);
    set(QPalette::ToolTipBase, g.button);
    set(QPalette::ToolTipText, g.text);
    for (const auto role : {QPalette::WindowText, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, mix(QColor(g.window), QColor(g.text), 0.38));
    // Base and Text stay the same when disabled: what is painted by meaning greys itself.
    return p;
}

bool hasFamily(const QString &family)
{
    return QFontDatabase::families().contains(family);
}

} // namespace

QPalette lightPalette()
{
    return paletteFrom({.window = 0xf3f4f6,
                        .panel = 0xffffff,
                        .alternate = 0xf7f8fa,
                        .button = 0xedeef1,
                        .text = 0x1b212b,
                        .muted = 0x667080,
                        .highlight = 0xdfedfb,
                        .link = 0x0072b2});
}

QPalette darkPalette()
{
    return paletteFrom({.window = 0x16191d,
                        .panel = 0x1f2329,
                        .alternate = 0x23282f,
                        .button = 0x2a2f37,
                        .text = 0xe9ecf0,
                        .muted = 0x96a0ac,
                        .highlight = 0x23395a,
                        .link = 0x56b4e9});
}

namespace {
double shownTypeScale = 1;
/// Of widgets with a font by their tone, not by where they are: what it is at 1, which a style sheet does not keep.
constexpr auto unscaledKey = "unscaledFont";

void setApplicationFonts()
{
    QApplication::setFont(bodyFont());
    for (const char *menu : {"QMenuBar", "QMenu"}) // which have the desktop's else
        QApplication::setFont(bodyFont(), menu);
}
} // namespace

double typeScale()
{
    return shownTypeScale;
}

void setTypeScale(double scale)
{
    const double before = std::exchange(shownTypeScale, scale);
    for (QWidget *widget : QApplication::allWidgets()) {
        if (widget->testAttribute(Qt::WA_SetFont) && !widget->property(unscaledKey).isValid())
            widget->setProperty(unscaledKey,
                                scaledFont(widget->font(), 1 / before, QFont::Weight(widget->font().weight())));
    }
    const QString sheet = qApp->styleSheet(); // it has fonts of its own, made from the program's as they are then
    qApp->setStyleSheet({});
    setApplicationFonts();
    qApp->setStyleSheet(sheet);
    for (QWidget *widget : QApplication::allWidgets()) {
        const QVariant unscaled = widget->property(unscaledKey);
        if (!unscaled.isValid())
            continue;
        const auto font = unscaled.value<QFont>();
        widget->setFont(scaledFont(font, scale, QFont::Weight(font.weight())));
    }
}

QFont bodyFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    if (hasFamily(u"Inter"_s)) {
        // Inter has no CJK glyphs; the desktop's own font comes second, then what fontconfig finds.
        font.setFamilies({u"Inter"_s, font.family()});
        font.setPointSizeF(9.75);
    }
    font.setPointSizeF(font.pointSizeF() * shownTypeScale);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(withoutLigatures);
    return font;
}

QFont monoFont(const QFont &base)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (hasFamily(u"JetBrains Mono"_s))
        font.setFamilies({u"JetBrains Mono"_s, font.family()});
    font.setStyleHint(QFont::Monospace);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(withoutLigatures);
    font.setWeight(QFont::Normal);
    if (base.pointSizeF() > 0)
        font.setPointSizeF(base.pointSizeF() * 0.95);
    else
        font.setPixelSize(std::max(1, base.pixelSize()));
    return font;
}

QFont scaledFont(const QFont &base, double factor, QFont::Weight weight)
{
    QFont font = base;
    if (base.pointSizeF() > 0)
        font.setPointSizeF(base.pointSizeF() * factor);
    else
        font.setPixelSize(std::max(1, int(base.pixelSize() * factor)));
    font.setWeight(weight);
    return font;
}

namespace {

void setStyleProperty(QWidget *widget, const char *name, const QString &value)
{
    widget->setProperty(name, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

QFont fontOf(Tone tone)
{
    const QFont base = bodyFont();
    switch (tone) {
    case Tone::Normal:
    case Tone::Muted: break;
    case Tone::Small: return scaledFont(base, 0.9);
    case Tone::Title: return scaledFont(base, 1.45, QFont::Bold);
    case Tone::Heading: return scaledFont(base, 1.0, QFont::DemiBold);
    case Tone::Mono: return monoFont(base);
    }
    return base;
}

} // namespace

void setButtonKind(QAbstractButton *button, ButtonKind kind)
{
    switch (kind) {
    case ButtonKind::Secondary: setStyleProperty(button, "kind", u"secondary"_s); return;
    case ButtonKind::Primary: setStyleProperty(button, "kind", u"primary"_s); return;
    case ButtonKind::Danger: setStyleProperty(button, "kind", u"danger"_s); return;
    case ButtonKind::Link:
        setStyleProperty(button, "kind", u"link"_s);
        button->setCursor(Qt::PointingHandCursor);
        return;
    }
}

void setTone(QLabel *label, Tone tone)
{
    label->setProperty(unscaledKey, {}); // of the tone before
    label->setFont(fontOf(tone));
    setStyleProperty(label, "tone", tone == Tone::Muted || tone == Tone::Small ? u"muted"_s : u"normal"_s);
    label->setFont(fontOf(tone)); // once more: a style sheet gives a label back the font that it had at first
}

void makePanel(QWidget *widget)
{
    widget->setAttribute(Qt::WA_StyledBackground);
    setStyleProperty(widget, "ground", u"panel"_s);
}

void makeCard(QWidget *widget)
{
    widget->setAttribute(Qt::WA_StyledBackground);
    setStyleProperty(widget, "ground", u"card"_s);
}

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

namespace {

/// Names in tool tips of widgets are no markup; those of views see to it themselves.
class PlainToolTips : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::ToolTip || !watched->isWidgetType())
            return false;
        auto *widget = static_cast<QWidget *>(watched);
        const QString plain = plainToolTip(widget->toolTip());
        if (plain == widget->toolTip())
            return false;
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plain, widget);
        return true;
    }
};

} // namespace

void applyTheme(QApplication &application, ThemeChoice choice)
{
    static PlainToolTips *const plainToolTips = new PlainToolTips(&application);
    application.installEventFilter(plainToolTips); // a second time moves it only
    initIconResources();
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && desktopIsDark(application));
    desktopIsDark(application); // remember it before the palette is ours
    const QPalette palette = dark ? darkPalette() : lightPalette();
    // The style sheet goes first and comes last: QApplication re-polishes every widget once for each.
    application.setStyleSheet({});
    application.setStyle(QStyleFactory::create(u"Fusion"_s));
    application.setPalette(palette);
    setApplicationFonts();
    application.setStyleSheet(styleSheetFor(themeFor(palette)));
}

} // namespace lockscope::ui
