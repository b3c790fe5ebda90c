// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/factsgrid.h"

#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>

namespace lockscope::ui {

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
        auto *key = new QLabel(this);
        setTone(key, Tone::Muted);
        auto *value = new QLabel(this);
        setTone(value, Tone::Mono);
        value->setTextFormat(Qt::PlainText);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        m_grid->addWidget(key, row, 0, Qt::AlignTop);
        m_grid->addWidget(value, row, 1);
        m_keys.append(key);
        m_values.append(value);
    }
    m_facts = facts;
    for (qsizetype i = 0; i < facts.size(); ++i) {
        m_keys[i]->setText(facts[i].key);
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
        const QString shown = label->fontMetrics().elidedText(m_facts[i].value, Qt::ElideMiddle, label->width());
        if (label->text() != shown && !label->hasSelectedText())
            label->setText(shown);
        label->setToolTip(m_facts[i].toolTip.isEmpty() && shown != m_facts[i].value ? m_facts[i].value
                                                                                    : m_facts[i].toolTip);
    }
}

} // namespace lockscope::ui
