// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/discoverybar.h"

#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>

namespace lockscope::ui {

namespace {

/// A reading that is over by then needs no bar.
constexpr qint64 patienceMs = 300;
constexpr int steps = 1000;

} // namespace

DiscoveryBar::DiscoveryBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_button(new QPushButton(this))
{
    setTone(m_text, Tone::Small);
    m_text->setWordWrap(true);
    m_progress->setRange(0, steps);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of reading the tree"));
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_progress, 1);
    row->addWidget(m_button);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 4, 12, 2);
    column->setSpacing(2);
    column->addWidget(m_text);
    column->addLayout(row);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_incomplete)
            Q_EMIT continueRequested();
        else
            Q_EMIT cancelRequested();
    });
    hide();
}

void DiscoveryBar::setObservation(const journal::ObservationChanged &observation)
{
    m_incomplete = observation.incomplete;
    const bool reading = observation.freshness == journal::Freshness::Reading && observation.readsPending > 0;
    if (!reading)
        m_reading.invalidate();
    else if (!m_reading.isValid())
        m_reading.start();
    setVisible(m_incomplete || (reading && m_reading.elapsed() > patienceMs));
    if (isHidden())
        return;
    m_progress->setVisible(!m_incomplete);
    m_button->setText(m_incomplete ? tr("Continue") : tr("Cancel"));
    m_button->setToolTip(m_incomplete ? tr("Read the rest of the tree")
                                      : tr("Stop here: what was found stays, and stays live"));
    const QLocale locale;
    if (m_incomplete) {
        m_text->setText(tr("Incomplete: reading was cancelled, more may be there."));
        return;
    }
    m_text->setText(
        tr("%1 read, %2 to go").arg(locale.toString(observation.readsDone), locale.toString(observation.readsPending)));
    const qint64 all = qint64(observation.readsDone) + observation.readsPending;
    m_progress->setValue(all > 0 ? int(qint64(steps) * observation.readsDone / all) : 0);
}

} // namespace lockscope::ui
