// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lanelook.h"

#include "ui/theme/color.h"

namespace lockscope::ui {

LaneMetrics LaneMetrics::scaled(double devicePixelRatio)
{
    const auto px = [devicePixelRatio](int pixels) { return static_cast<int>(std::lround(pixels * devicePixelRatio)); };
    const LaneMetrics plain;
    return {px(plain.lane),        px(plain.beliefTop), px(plain.beliefHeight), px(plain.truthTop),
            px(plain.truthHeight), px(plain.ticksTop),  px(plain.ticksHeight)};
}

LaneStyle laneStyleOf(SpanState state, const Theme &theme)
{
    const auto style = [](const RoleColors &role, LaneForm form) {
        return LaneStyle{role.fill.rgb(), (form == LaneForm::Filled ? role.fill : role.tint).rgb(), form};
    };
    switch (state) {
    case SpanState::Waiting: return style(theme.waiting, LaneForm::Outlined);
    case SpanState::Holding: return style(theme.holding, LaneForm::Filled);
    case SpanState::Releasing: return style(theme.holding, LaneForm::Outlined);
    case SpanState::Suspended:
    case SpanState::Paused: return {theme.panel.rgb(), theme.suspended.fill.rgb(), LaneForm::Hatched};
    case SpanState::Expired: return {theme.suspended.fill.rgb(), theme.panel.rgb(), LaneForm::Crossed};
    }
    return {};
}

LaneStyle truthStyleOf(SpanState state, bool isForeign, const Theme &theme)
{
    LaneStyle style = laneStyleOf(state, theme);
    if (!isForeign && state == SpanState::Holding)
        style.fill = mix(QColor(style.fill), theme.panel, 0.5).rgb();
    style.line = isForeign ? style.line : style.fill;
    return style;
}

LaneStyle conflictStyle(const Theme &theme)
{
    return {theme.wrong.fill.rgb(), theme.wrong.fill.rgb(), LaneForm::Filled};
}

} // namespace lockscope::ui
