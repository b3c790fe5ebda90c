// SPDX-License-Identifier: Apache-2.0
// Keys and values in two columns: the key muted, the value in a fixed-width font and selectable.
// Keeps its labels while keys stay the same, so that a value can be updated each second without flicker.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QGridLayout;
class QLabel;

namespace lockscope::ui {

struct Fact
{
    QString key;
    QString value;
    QString toolTip;

    bool operator==(const Fact &) const = default;
};

class FactsGrid : public QWidget
{
    Q_OBJECT
public:
    explicit FactsGrid(QWidget *parent = nullptr);

    void setFacts(const QList<Fact> &facts);
    QString value(const QString &key) const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void elide();

    QGridLayout *m_grid;
    QList<Fact> m_facts;
    QList<QLabel *> m_keys;
    QList<QLabel *> m_values;
};

} // namespace lockscope::ui
