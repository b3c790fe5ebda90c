// SPDX-License-Identifier: Apache-2.0
// What a trial came to, as `lockscope-cli try` prints it: the first event that was wrong, those before it, the fault
// before it, and what else was not as asked. Never judges: core/trial does.
#pragma once

#include "core/trial/trialverdict.h"

#include <QListWidget>

namespace lockscope::ui {

class VerdictView : public QListWidget
{
    Q_OBJECT
public:
    explicit VerdictView(QWidget *parent = nullptr);

    void setVerdict(const trial::TrialVerdict &verdict, const QString &figures, quint64 seed);
    /// Why there is none.
    void setFailed(const QString &title, const QString &why);
    /// All of it, as text.
    QString allText() const;

Q_SIGNALS:
    /// One was chosen by the keyboard that is about this event.
    void eventChosen(quint64 number, lockscope::ClientId client);
    /// The same by a click or Enter: it is to be seen among its neighbours.
    void eventWanted(quint64 number, lockscope::ClientId client);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    enum ItemRole { EventRole = Qt::UserRole, ClientRole };

    QListWidgetItem *add(const QString &text);
    void addEvent(const journal::Event &event, const QString &client, bool wrong);
    void addHeading(const QString &text);
    void emitOf(const QListWidgetItem *item, void (VerdictView::*signal)(quint64, ClientId));
};

/// In a word or two: "Passed", "lost-wakeup", "Not passed", "Stopped".
QString trialVerdictWord(const trial::TrialVerdict &verdict);

} // namespace lockscope::ui
