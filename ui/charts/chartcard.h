// SPDX-License-Identifier: Apache-2.0
// A chart on a card: what it shows, its figure, and the plot that a subclass paints. Never knows a World.
#pragma once

#include <QStringList>
#include <QWidget>

namespace lockscope::ui {

struct Theme;

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

} // namespace lockscope::ui
