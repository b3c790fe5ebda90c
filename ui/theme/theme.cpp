// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/theme.h"

#include "ui/theme/color.h"

#include <QAbstractButton>
#include <QFontDatabase>
#include <QLabel>
#include <QStyle>
#include <QVariant>

#include <array>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

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

QFont bodyFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    if (hasFamily(u"Inter"_s)) {
        // Inter has no CJK glyphs; the desktop's own font comes second, then what fontconfig finds.
        font.setFamilies({u"Inter"_s, font.family()});
        font.setPointSizeF(9.75);
    }
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QFont monoFont(const QFont &base)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (hasFamily(u"JetBrains Mono"_s))
        font.setFamilies({u"JetBrains Mono"_s, font.family()});
    font.setStyleHint(QFont::Monospace);
    font.setHintingPreference(QFont::PreferNoHinting);
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

} // namespace

void setButtonKind(QAbstractButton *button, ButtonKind kind)
{
    switch (kind) {
    case ButtonKind::Secondary: setStyleProperty(button, "kind", u"secondary"_s); return;
    case ButtonKind::Primary: setStyleProperty(button, "kind", u"primary"_s); return;
    case ButtonKind::Danger: setStyleProperty(button, "kind", u"danger"_s); return;
    }
}

void setTone(QLabel *label, Tone tone)
{
    const QFont base = bodyFont();
    switch (tone) {
    case Tone::Normal:
        label->setFont(base);
        setStyleProperty(label, "tone", u"normal"_s);
        return;
    case Tone::Muted:
        label->setFont(base);
        setStyleProperty(label, "tone", u"muted"_s);
        return;
    case Tone::Small:
        label->setFont(scaledFont(base, 0.9));
        setStyleProperty(label, "tone", u"muted"_s);
        return;
    case Tone::Title:
        label->setFont(scaledFont(base, 1.45, QFont::Bold));
        setStyleProperty(label, "tone", u"normal"_s);
        return;
    case Tone::Heading:
        label->setFont(scaledFont(base, 1.0, QFont::DemiBold));
        setStyleProperty(label, "tone", u"normal"_s);
        return;
    case Tone::Mono:
        label->setFont(monoFont(base));
        setStyleProperty(label, "tone", u"normal"_s);
        return;
    }
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

} // namespace lockscope::ui
