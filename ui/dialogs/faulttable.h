// SPDX-License-Identifier: Apache-2.0
// Random faults of the clients to be spawned: one row for each, with its rate per request and how long it lasts.
// Holds values only; what a fault does is core/lab's matter.
#pragma once

#include "core/lab/clientspec.h"

#include <QWidget>

class QBoxLayout;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;

namespace lockscope::ui {

class FaultTable : public QWidget
{
    Q_OBJECT
public:
    static constexpr int mostRows = 4;

    explicit FaultTable(QWidget *parent = nullptr);

    QList<lab::RandomFault> faults() const;
    void setFaults(const QList<lab::RandomFault> &faults);

public Q_SLOTS:
    /// One more row, with the first fault that is not there yet.
    void addRow();

Q_SIGNALS:
    void changed();

private:
    struct Row
    {
        QWidget *widget;
        QComboBox *fault;
        QDoubleSpinBox *rate;
        QDoubleSpinBox *seconds;
        QLabel *atOnce; ///< in place of a duration
    };

    void append(const lab::RandomFault &fault);
    void remove(const QWidget *widget);
    void updateRows();

    QList<Row> m_rows;
    QBoxLayout *m_column;
    QLabel *m_none;
    QPushButton *m_add;
};

} // namespace lockscope::ui
