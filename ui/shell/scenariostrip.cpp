// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/scenariostrip.h"

#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ScenarioStrip::ScenarioStrip(QWidget *parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_step(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_verdict(new Pill(this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_result(new QPushButton(tr("Result…"), this))
    , m_dismiss(new QPushButton(tr("Dismiss"), this))
{
    makePanel(this);
    setObjectName(u"scenarioStrip"_s);
    setTone(m_title, Tone::Heading);
    setTone(m_step, Tone::Muted);
    for (QLabel *label : {m_title, m_step})
        label->setTextFormat(Qt::PlainText);
    m_step->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(160);
    m_progress->setAccessibleName(tr("Steps done"));
    m_stop->setObjectName(u"stopScenario"_s);
    m_result->setObjectName(u"scenarioResult"_s);
    m_dismiss->setProperty("kind", u"link"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 7, 8, 7);
    row->setSpacing(12);
    row->addWidget(m_title);
    row->addWidget(m_step, 1);
    row->addWidget(m_progress);
    row->addWidget(m_verdict);
    row->addWidget(m_stop);
    row->addWidget(m_result);
    row->addWidget(m_dismiss);
    connect(m_stop, &QPushButton::clicked, this, &ScenarioStrip::stopClicked);
    connect(m_result, &QPushButton::clicked, this, &ScenarioStrip::resultClicked);
    connect(m_dismiss, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

void ScenarioStrip::showRunning(const QString &title, int steps)
{
    m_steps = steps;
    m_title->setText(title);
    m_step->setText(tr("Starting its clients…"));
    m_progress->setRange(0, std::max(1, steps));
    m_progress->setValue(0);
    m_progress->show();
    m_stop->show();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_verdict, m_result, m_dismiss})
        widget->hide();
    show();
}

void ScenarioStrip::showStep(int index, const QString &text)
{
    m_progress->setValue(index);
    m_step->setText(tr("Step %1 of %2: %3").arg(index + 1).arg(m_steps).arg(text));
    m_step->setToolTip(m_step->text());
}

void ScenarioStrip::showResult(bool good, const QString &verdict)
{
    m_verdict->setText(verdict);
    m_verdict->setRole(good ? Role::Holding : Role::Wrong);
    m_step->clear();
    m_step->setToolTip({});
    m_progress->hide();
    m_stop->hide();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_verdict, m_result, m_dismiss})
        widget->show();
    show();
}

QString ScenarioStrip::text() const
{
    return m_verdict->isHidden() ? m_step->text() : m_verdict->text();
}

} // namespace lockscope::ui
