// SPDX-License-Identifier: Apache-2.0
// How long it took: a histogram of durations over a logarithmic axis, with the marks below which half, nine tenths and
// ninety-nine hundredths of them are.
#pragma once

#include "core/checks/locktiming.h"
#include "ui/charts/chartcard.h"
#include "ui/charts/chartgeometry.h"
#include "ui/theme/theme.h"

namespace lockscope::ui {

class DurationChart : public ChartCard
{
    Q_OBJECT
public:
    /// \a role: Waiting is outlined, all others are filled. \a none is said where there are no durations.
    DurationChart(const QString &title, Role role, const QString &none, const QString &explanation,
                  QWidget *parent = nullptr);

    void show(const journal::Durations &durations);
    const journal::LogHistogram &histogram() const { return m_histogram; }

    struct Mark
    {
        double ns = 0;
        QString text; ///< "p50 3.20 ms"
    };
    const std::vector<Mark> &marks() const { return m_marks; }

protected:
    void paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot) override;

private:
    Role m_role;
    QString m_none;
    QString m_explanation;
    journal::LogHistogram m_histogram;
    std::vector<Mark> m_marks;
};

} // namespace lockscope::ui
