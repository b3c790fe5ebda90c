// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/widgets.h"

#include "core/base/visible.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include <cmath>

namespace lockscope::ui {

namespace {

constexpr int pillHeight = 21;

Role roleOf(Banner::Severity severity)
{
    switch (severity) {
    case Banner::Severity::Note: return Role::Accent;
    case Banner::Severity::Warning: return Role::Waiting;
    case Banner::Severity::Error: return Role::Wrong;
    }
    return Role::Accent;
}

} // namespace

// ---- Pill ----

Pill::Pill(QWidget *parent)
    : Pill(QString(), Role::Neutral, parent)
{
}

Pill::Pill(const QString &text, Role role, QWidget *parent)
    : QWidget(parent)
    , m_text(text)
    , m_role(role)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(text);
}

QFont Pill::pillFont() const
{
    return scaledFont(font(), 0.94, QFont::DemiBold);
}

void Pill::setText(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void Pill::setRole(Role role)
{
    m_role = role;
    m_color.reset();
    update();
}

void Pill::setColor(const QColor &color)
{
    m_color = color;
    update();
}

QSize Pill::sizeHint() const
{
    const QFontMetricsF metrics(pillFont());
    const int height = std::max(pillHeight, int(std::ceil(metrics.height())) + 4);
    return {int(std::ceil(metrics.horizontalAdvance(m_text))) + height, height};
}

void Pill::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    QColor fill = m_color ? *m_color : theme.role(m_role).fill;
    if (m_color)
        fill = readableOn(fill, inkOn(fill));
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    painter.setPen(m_color ? inkOn(fill) : theme.role(m_role).onFill);
    painter.setFont(pillFont());
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

void Pill::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

// ---- StatusDot ----

ElidedLabel::ElidedLabel(Tone tone, QWidget *parent, bool selectable)
    : QLabel(parent)
{
    setTone(this, tone);
    setTextFormat(Qt::PlainText);
    if (selectable)
        setTextInteractionFlags(Qt::TextSelectableByMouse);
}

int ElidedLabel::wholeWidth() const
{
    const QMargins around = contentsMargins();
    return (m_whole.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_whole) + 2) + around.left() + around.right();
}

QSize ElidedLabel::sizeHint() const
{
    return {wholeWidth(), QLabel::sizeHint().height()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    constexpr int leastLetters = 5;
    if (m_isHint)
        return {0, QLabel::sizeHint().height()};
    return {std::min(wholeWidth(), leastLetters * fontMetrics().averageCharWidth()), QLabel::sizeHint().height()};
}

void ElidedLabel::setWhole(const QString &text)
{
    const QString shown = visible(text);
    if (shown == m_whole)
        return;
    m_whole = shown;
    setAccessibleName(shown);
    updateGeometry();
    fit();
}

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    fit();
}

void ElidedLabel::fit()
{
    const int room = contentsRect().width();
    const QString cut =
        m_isHint && 3 * room < wholeWidth() ? QString() : fontMetrics().elidedText(m_whole, m_mode, room);
    setText(wholeWidth() <= width() ? m_whole : cut);
}

StatusDot::StatusDot(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StatusDot::setState(Role role, Fill fill)
{
    m_role = role;
    m_fill = fill;
    update();
}

void StatusDot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRectF box = rect();
    paintDot(&painter, box.center(), 4.2, m_fill, m_role == Role::Neutral ? Role::Suspended : m_role,
             themeFor(palette()));
}

// ---- Banner ----

Banner::Banner(QWidget *parent)
    : QWidget(parent)
    , m_title(makeLabel({}, Tone::Heading, this, Wraps | Selectable))
    , m_text(makeLabel({}, Tone::Muted, this, Wraps | Selectable))
    , m_action(makeLink({}, this))
{
    m_action->hide();
    connect(m_action, &QPushButton::clicked, this, &Banner::actionTriggered);
    makeRow(this, {41, 9, 9, 9}, 12, {{makeColumn(3, {m_title, m_text}), 1}, {m_action, 0, Qt::AlignTop}});
    // Its height is that of its lines at the width that it gets: the size hint is for a narrower one, and no least
    // size.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();
}

void Banner::show(Severity severity, const QString &saidTitle, const QString &saidText)
{
    const QString title = laidOutLines(withShortWords(saidTitle));
    const QString text = laidOutLines(withShortWords(saidText));
    if (!isHidden() && severity == m_severity && title == m_title->text() && text == m_text->text())
        return; // as it is: nothing is said once more
    m_severity = severity;
    m_title->setText(title);
    m_text->setText(text);
    setBrief(m_isBrief);
    setAccessibleName(title);
    setAccessibleDescription(text);
    setVisible(true);
    update();
}

void Banner::setBrief(bool brief)
{
    m_isBrief = brief;
    m_text->setVisible(!brief && !m_text->text().isEmpty());
}

void Banner::setAction(const QString &label)
{
    m_action->setText(label);
    m_action->setVisible(!label.isEmpty());
}

QString Banner::title() const
{
    return m_title->text();
}

QString Banner::text() const
{
    return m_text->text();
}

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    const Role role = roleOf(m_severity);
    painter.setPen(QPen(theme.role(role).fill, 1.5));
    painter.setBrush(mix(theme.panel, theme.role(role).fill, 0.06));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 6, 6);
    const QRectF square(12, 10, 19, 19);
    if (m_severity == Severity::Note)
        paintGlyph(&painter, square, QLatin1Char('i'), Fill::Outlined, role, theme, font());
    else
        paintBadge(&painter, square, m_severity == Severity::Error, role, theme, font());
}

// ---- EmptyState ----

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent)
    , m_picture(new QLabel(this))
    , m_title(makeLabel({}, Tone::Heading, this, Wraps))
    , m_sentence(makeLabel({}, Tone::Muted, this, Wraps))
    , m_button(new QPushButton(this))
    , m_progress(new QProgressBar(this))
{
    for (QLabel *label : {m_picture, m_title, m_sentence})
        label->setAlignment(Qt::AlignHCenter);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(220);
    m_progress->hide();
    m_button->hide();
    connect(m_button, &QPushButton::clicked, this, &EmptyState::buttonClicked);

    makeColumn(this, {20, 4, 20, 4}, 8,
               {Part::stretch(2),
                m_picture,
                m_title,
                m_sentence,
                {m_progress, 0, Qt::AlignHCenter},
                {m_button, 0, Qt::AlignHCenter},
                Part::stretch(3)});
}

void EmptyState::set(IconId icon, const QString &saidTitle, const QString &saidSentence, const QString &button)
{
    const QString title = laidOutLines(withShortWords(saidTitle));
    const QString sentence = laidOutLines(withShortWords(saidSentence));
    m_icon = icon;
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(sentence);
    updateIcon();
    giveWay();
}

void EmptyState::setProgress(std::optional<double> fraction)
{
    m_progress->setVisible(fraction.has_value());
    if (!fraction)
        return;
    m_progress->setRange(0, *fraction < 0 ? 0 : 1000);
    m_progress->setValue(int(*fraction * 1000));
    giveWay();
}

QString EmptyState::title() const
{
    return m_title->text();
}

QString EmptyState::sentence() const
{
    return m_sentence->text();
}

void EmptyState::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        updateIcon();
    QWidget::changeEvent(event);
}

void EmptyState::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    giveWay();
}

/// What matters least goes first where there is no room for all of it: the picture, then the sentence.
void EmptyState::giveWay()
{
    const auto height = [this](const QWidget *part) {
        const QMargins around = layout()->contentsMargins();
        const int free = width() - around.left() - around.right();
        const int own = part->hasHeightForWidth() ? part->heightForWidth(free) : part->sizeHint().height();
        return own + layout()->spacing();
    };
    int room = contentsRect().height() - height(m_title);
    for (const QWidget *part : {static_cast<QWidget *>(m_progress), static_cast<QWidget *>(m_button)})
        room -= part->isHidden() ? 0 : height(part);
    room -= height(m_sentence);
    m_sentence->setVisible(room >= 0);
    m_picture->setVisible(room >= height(m_picture));
}

void EmptyState::updateIcon()
{
    const Theme &theme = themeFor(palette());
    m_picture->setPixmap(iconPixmap(m_icon, mix(theme.panel, theme.text, 0.38), 30, devicePixelRatioF()));
}

FactsGrid::FactsGrid(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(14);
    m_grid->setVerticalSpacing(5);
    m_grid->setColumnStretch(1, 1);
    // Grids one below the other have their values in one line.
    m_grid->setColumnMinimumWidth(0, fontMetrics().horizontalAdvance(tr("last request")));
}

void FactsGrid::setFacts(const QList<Fact> &facts)
{
    while (m_values.size() > facts.size()) {
        delete m_keys.takeLast();
        delete m_values.takeLast();
    }
    while (m_values.size() < facts.size()) {
        const int row = int(m_values.size());
        auto *key = makeLabel({}, Tone::Muted, this);
        auto *value = makeLabel({}, Tone::Mono, this);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        m_grid->addWidget(key, row, 0, Qt::AlignTop);
        m_grid->addWidget(value, row, 1);
        m_keys.append(key);
        m_values.append(value);
    }
    m_facts = facts;
    for (Fact &fact : m_facts)
        fact.value = visible(fact.value);
    for (qsizetype i = 0; i < facts.size(); ++i) {
        m_keys[i]->setText(facts[i].key);
        if (m_values[i]->wordWrap() != facts[i].isSentence) {
            m_values[i]->setWordWrap(facts[i].isSentence);
            setTone(m_values[i], facts[i].isSentence ? Tone::Normal : Tone::Mono);
        }
        m_values[i]->setAccessibleName(facts[i].key);
    }
    elide();
}

QString FactsGrid::value(const QString &key) const
{
    for (const Fact &fact : m_facts) {
        if (fact.key == key)
            return fact.value;
    }
    return {};
}

void FactsGrid::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    elide();
}

void FactsGrid::elide()
{
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        QLabel *label = m_values[i];
        const QString shown = m_facts[i].isSentence
                                  ? laidOutLines(m_facts[i].value)
                                  : label->fontMetrics().elidedText(m_facts[i].value, Qt::ElideMiddle, label->width());
        if (label->text() != shown && !label->hasSelectedText())
            label->setText(shown);
        label->setToolTip(m_facts[i].toolTip.isEmpty() && shown != m_facts[i].value ? m_facts[i].value
                                                                                    : m_facts[i].toolTip);
    }
}

} // namespace lockscope::ui

#include "moc_widgets.cpp"
