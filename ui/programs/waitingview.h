// SPDX-License-Identifier: Apache-2.0
// What waits where the messages of a trial pass by hand: one is chosen to pass, or to be lost with its connection.
// Shows what it is given; never lets anything pass itself: it only says what was asked for.
#pragma once

#include "core/trial/trialspec.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace lockscope::ui {

class WaitingView : public QWidget
{
    Q_OBJECT
public:
    explicit WaitingView(QWidget *parent = nullptr);

    /// Whether messages wait here, and which: the oldest first.
    void setMessages(bool isByHand, const QList<trial::WaitingMessage> &messages);
    /// As they stand in the list.
    QStringList sentences() const;
    /// The one at this place, from 1, passes or is lost; nothing where there is none, or an event is to be lost.
    void settle(int place, bool isLost);

Q_SIGNALS:
    /// \a number: as the message has it.
    void chosen(quint64 number, bool isLost);

private:
    void updateButtons();
    const trial::WaitingMessage *current() const;

    QList<trial::WaitingMessage> m_messages;
    bool m_isByHand = false;
    QLabel *m_hint;
    QListWidget *m_list;
    QPushButton *m_pass;
    QPushButton *m_lose;
};

} // namespace lockscope::ui
