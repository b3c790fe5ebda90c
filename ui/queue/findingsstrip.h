// SPDX-License-Identifier: Apache-2.0
// What is wrong with the lock that is shown: the gravest finding as a banner, the others as a number.
// Finds nothing itself: core/locks does.
#pragma once

#include "core/locks/queue.h"

#include <QWidget>

class QLabel;

namespace lockscope::ui {

class Banner;

class FindingsStrip : public QWidget
{
    Q_OBJECT
public:
    explicit FindingsStrip(QWidget *parent = nullptr);

    void setFindings(const QList<locks::Finding> &findings);

Q_SIGNALS:
    void showRequested(const QStringList &nodes);

private:
    QList<locks::Finding> m_shown;
    QList<Banner *> m_banners;
    QLabel *m_more;
};

} // namespace lockscope::ui
