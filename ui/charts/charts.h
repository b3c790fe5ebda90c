// SPDX-License-Identifier: Apache-2.0
// A chart on a card: its title, its figure, and the plot; and the three charts of the Timing panel.
// Never knows a World.
#pragma once

#include "core/checks/locktiming.h"
#include "ui/charts/chartgeometry.h"
#include "ui/theme/theme.h"

#include <QStringList>
#include <QWidget>

namespace lockscope::ui {

class ChartCard : public QWidget
{
    Q_OBJECT
public:
    explicit ChartCard(const QString &title, QWidget *parent = nullptr);

    QString title() const { return m_title; }
    /// "12.4 a second", at the right of the title.
    QString figure() const { return m_figures.join(QStringLiteral(" \u00b7 ")); }
    /// What is said in place of the plot; empty: there is something to plot.
    QString gap() const { return m_gap; }
    /// A line below the plot, or two on a narrow card: what is not known, what counts; may be empty.
    QString foot() const { return m_foot; }

    QSize sizeHint() const override { return {260, 168}; }
    QSize minimumSizeHint() const override { return {190, 150}; }

protected:
    /// Several figures stand below the title where they have no room beside it.
    void setTexts(const QStringList &figures, const QString &gap, const QString &foot, const QString &explanation);
    void paintEvent(QPaintEvent *event) override;
    /// Within \a plot; labels of the axis have room below it, see axisHeight.
    virtual void paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot) = 0;
    /// Where the plot is.
    QRectF plotRect() const;
    QFont smallFont() const;

    static constexpr int axisHeight = 16;

private:
    QFont titleFont() const;
    /// Beside the title, which takes the left.
    QRectF besideTitle() const;
    bool figuresStandBelow() const;
    int footLines() const;
    void paintFigures(QPainter &painter) const;

    QString m_title;
    QStringList m_figures;
    QString m_gap;
    QString m_foot;
};

/// How long it took: a histogram of durations over a logarithmic axis, with the marks below which half, nine tenths and
/// ninety-nine hundredths of them are.
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

/// How often each got the lock, a column for each, and in plain words how even that is and who went before their turn.
class FairnessChart : public ChartCard
{
    Q_OBJECT
public:
    explicit FairnessChart(QWidget *parent = nullptr);

    void show(const journal::Fairness &fairness);
    /// "12 clients had the lock 3 to 5 times each."
    QString sharesText() const;
    /// "No client was served before its turn."
    QString orderText() const;

    QSize sizeHint() const override { return {260, 220}; }

protected:
    void paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot) override;

private:
    journal::Fairness m_fairness;
};

/// Hand-overs a second over time, and beside them the turns that were not seen singly.
class RateChart : public ChartCard
{
    Q_OBJECT
public:
    explicit RateChart(QWidget *parent = nullptr);

    /// \a nowNs: the instant of what is shown.
    void show(const journal::LockTiming &timing, qint64 nowNs);
    /// Hand-overs in each stretch that is drawn; of the newest one as far as it has come.
    const std::vector<int> &counts() const { return m_counts; }
    const Stretches &stretches() const { return m_stretches; }

protected:
    void paintPlot(QPainter &painter, const Theme &theme, const QRectF &plot) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void recount();

    journal::LockTiming m_timing;
    qint64 m_nowNs = 0;
    Stretches m_stretches;
    std::vector<int> m_counts;
    std::vector<int> m_unseen;
};

} // namespace lockscope::ui
