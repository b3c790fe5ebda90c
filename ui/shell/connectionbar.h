// SPDX-License-Identifier: Apache-2.0
// One line about the connection: where, which state, which session, how old what is shown is; and its buttons.
// Shows what it is given; never asks the network.
#pragma once

#include "core/journal/event.h"

#include <QColor>
#include <QWidget>

class QPushButton;

namespace lockscope::ui {

class ElidedLabel;
class Pill;
class StatusDot;

class ConnectionBar : public QWidget
{
    Q_OBJECT
public:
    explicit ConnectionBar(QWidget *parent = nullptr);

    void setTarget(const QString &title, bool observeOnly);
    /// Of the profile that is open: its colour, and what one has to mind. Before setTarget() is said nothing of it.
    struct SafetyFlags
    {
        QString color; ///< empty: no profile
        bool production = false;
        bool tls = false;
        bool verified = true;
    };
    void setSafetyFlags(const SafetyFlags &flags);
    /// \a staleForMs: how old the newest picture is, 0 while it is live. \a isRewound: an earlier one is shown.
    void setState(const journal::ConnectionChanged &connection, const journal::ObservationChanged &observation,
                  qint64 staleForMs, bool isRewound = false);
    void setSpawnEnabled(bool enabled, const QString &why);
    /// A recording: \a text stands in place of the state, and there is nothing to connect or to spawn.
    void setRecorded(const QString &text);
    QString stateText() const;

Q_SIGNALS:
    void spawnClicked();
    void connectClicked();
    void disconnectClicked();

protected:
    void paintEvent(QPaintEvent *) override;

private:
    Pill *m_title;
    StatusDot *m_dot;
    ElidedLabel *m_state;
    ElidedLabel *m_session;
    Pill *m_observeOnly;
    Pill *m_production;
    Pill *m_tls;
    QColor m_color; ///< of the profile; invalid: red in production, else green
    bool m_isProduction = false;
    QPushButton *m_spawn;
    QPushButton *m_connect;
    QPushButton *m_disconnect;
};

} // namespace lockscope::ui
