// SPDX-License-Identifier: Apache-2.0
// Facts in one line at the right of a head line, as many as there is room for. Where it is narrow whole facts go, the
// least telling first; none is ever cut off without an ellipsis.
#pragma once

#include <QLabel>
#include <QStringList>

namespace lockscope::ui {

class FactsLine : public QLabel
{
    Q_OBJECT
public:
    explicit FactsLine(QWidget *parent = nullptr);

    /// From the most telling one on; \a last stays whatever goes.
    void setFacts(const QStringList &facts, const QString &last);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();

    QStringList m_facts;
    QString m_last;
};

} // namespace lockscope::ui
