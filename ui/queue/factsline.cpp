// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/factsline.h"

#include "ui/theme/theme.h"

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr QStringView dotBetween = u" · ";
constexpr int leastLetters = 10; ///< of a fact that is shortened, else it goes

QString joined(const QStringList &facts, const QString &last)
{
    return (last.isEmpty() ? facts : facts + QStringList{last}).join(dotBetween);
}

} // namespace

FactsLine::FactsLine(QWidget *parent)
    : QLabel(parent)
{
    setTone(this, Tone::Small);
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it takes what is left, and asks for nothing
}

void FactsLine::setFacts(const QStringList &facts, const QString &last)
{
    m_facts = facts;
    m_last = last;
    setToolTip(joined(facts, last));
    setAccessibleName(toolTip());
    fit();
}

void FactsLine::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    fit();
}

void FactsLine::fit()
{
    const QFontMetrics metrics = fontMetrics();
    const int room = contentsRect().width() - 1; // fractions of a pixel
    QStringList facts = m_facts;
    while (facts.size() > 1 && metrics.horizontalAdvance(joined(facts, m_last)) > room)
        facts.removeLast();
    if (facts.size() == 1 && metrics.horizontalAdvance(joined(facts, m_last)) > room) {
        const int rest = room - metrics.horizontalAdvance(joined({QString()}, m_last));
        if (rest < leastLetters * metrics.averageCharWidth())
            facts.clear();
        else
            facts.front() = metrics.elidedText(facts.front(), Qt::ElideRight, rest);
    }
    setText(joined(facts, m_last));
}

} // namespace lockscope::ui
