// SPDX-License-Identifier: Apache-2.0
// How far the first reading of the tree is, with a way to end it; and that it was ended, with a way to go on.
// Never acts on a server: it emits what was asked for.
#pragma once

#include "core/journal/event.h"

#include <QElapsedTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

class DiscoveryBar : public QWidget
{
    Q_OBJECT
public:
    explicit DiscoveryBar(QWidget *parent = nullptr);

    /// Shows itself where there is something to say; a short reading never shows.
    void setObservation(const journal::ObservationChanged &observation);

Q_SIGNALS:
    void cancelRequested();
    void continueRequested();

private:
    QLabel *m_text;
    QProgressBar *m_progress;
    QPushButton *m_button;
    QElapsedTimer m_reading;
    bool m_incomplete = false;
};

} // namespace lockscope::ui
