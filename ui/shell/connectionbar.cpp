// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connectionbar.h"

#include "core/base/visible.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QPainter>
#include <QPushButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::Freshness;

namespace {

struct StateLook
{
    Role role = Role::Suspended;
    Fill fill = Fill::Outlined;
};

StateLook lookOf(ConnectionState state, bool isLive)
{
    switch (state) {
    case ConnectionState::Connected:
        return isLive ? StateLook{Role::Holding, Fill::Filled} : StateLook{Role::Waiting, Fill::Outlined};
    case ConnectionState::Connecting: return {Role::Waiting, Fill::Outlined};
    case ConnectionState::Suspended: return {Role::Suspended, Fill::Hatched};
    case ConnectionState::Expired:
    case ConnectionState::AuthFailed: return {Role::Wrong, Fill::Crossed};
    case ConnectionState::Closed: break;
    }
    return {};
}

QString freshnessText(const journal::ObservationChanged &observation, qint64 staleForMs, bool isRewound)
{
    switch (observation.freshness) {
    case Freshness::Live: return isRewound ? ConnectionBar::tr("rewound") : ConnectionBar::tr("live");
    case Freshness::Reading: return ConnectionBar::tr("reading…");
    case Freshness::Stale: {
        const QString age = ConnectionBar::tr("as of %1 ago").arg(formatDuration(staleForMs));
        return observation.paused ? ConnectionBar::tr("paused") + u" · "_s + age : age;
    }
    case Freshness::Empty: break;
    }
    return {};
}

QPushButton *button(const QString &text, const QString &name, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(name);
    return button;
}

} // namespace

ConnectionBar::ConnectionBar(QWidget *parent)
    : QWidget(parent)
    , m_title(new Pill(this))
    , m_dot(new StatusDot(this))
    , m_state(new ElidedLabel(Tone::Muted, this, true))
    , m_session(new ElidedLabel(Tone::Muted, this, true))
    , m_observeOnly(new Pill(tr("observe only"), Role::Accent, this))
    , m_production(new Pill(tr("production"), Role::Wrong, this))
    , m_tls(new Pill(this))
    , m_spawn(button(tr("Spawn…"), u"barSpawn"_s, this))
    , m_connect(button(tr("Connect…"), u"barConnect"_s, this))
    , m_disconnect(button(tr("Disconnect"), u"barDisconnect"_s, this))
{
    m_observeOnly->setToolTip(tr("Nothing is written over this connection"));
    m_observeOnly->hide();
    m_production->setToolTip(tr("Releases and simulated clients ask for the lock's name"));
    m_production->hide();
    m_tls->hide();
    setButtonKind(m_spawn, ButtonKind::Primary);
    m_disconnect->setToolTip(tr("Close the connection and all simulated clients"));

    makeRow(this, {12, 8, 8, 7}, 8,
            {m_title, m_dot, m_state, m_session, m_production, m_observeOnly, m_tls, Part::stretch(), m_spawn,
             m_connect, m_disconnect});
    connect(m_spawn, &QPushButton::clicked, this, &ConnectionBar::spawnClicked);
    connect(m_connect, &QPushButton::clicked, this, &ConnectionBar::connectClicked);
    connect(m_disconnect, &QPushButton::clicked, this, &ConnectionBar::disconnectClicked);
}

void ConnectionBar::setTarget(const QString &title, bool observeOnly)
{
    constexpr int mostTitle = 240;
    m_title->setText(fontMetrics().elidedText(visible(title), Qt::ElideMiddle, mostTitle));
    m_title->setToolTip(title);
    m_observeOnly->setVisible(observeOnly);
}

void ConnectionBar::setSafetyFlags(const SafetyFlags &flags)
{
    m_color = QColor(flags.color);
    if (m_color.isValid())
        m_title->setColor(m_color);
    else
        m_title->setRole(flags.production ? Role::Wrong : Role::Neutral);
    m_isProduction = flags.production;
    m_production->setVisible(flags.production);
    setButtonKind(m_spawn, flags.production ? ButtonKind::Secondary : ButtonKind::Primary);
    m_tls->setVisible(flags.tls);
    m_tls->setRole(flags.verified ? Role::Neutral : Role::Wrong);
    m_tls->setText(flags.verified ? tr("TLS") : tr("TLS not verified"));
    m_tls->setToolTip(flags.verified ? tr("Encrypted; the server's certificate and name are verified")
                                     : tr("Encrypted, but anybody on the way can pose as the server: its certificate "
                                          "is not looked at"));
    update();
}

void ConnectionBar::setState(const journal::ConnectionChanged &connection,
                             const journal::ObservationChanged &observation, qint64 staleForMs, bool isRewound)
{
    const StateLook look = lookOf(connection.state, observation.freshness == Freshness::Live && !isRewound);
    m_dot->setState(look.role, look.fill);
    QStringList parts;
    if (connection.state != ConnectionState::Connected)
        parts << connectionStateText(connection.state).shown();
    if (const QString fresh = freshnessText(observation, staleForMs, isRewound); !fresh.isEmpty())
        parts << fresh;
    if (!connection.server.isEmpty())
        parts << connection.server;
    m_state->setWhole(parts.join(u" · "_s));
    m_session->setWhole(connection.session.isNull() ? QString()
                                                    : u"· "_s + tr("session %1").arg(connection.session.toHex()));
    m_session->setToolTip(tr("Session timeout %1").arg(formatDuration(connection.sessionTimeoutMs)));
    m_state->setToolTip(connection.endpoint);
}

void ConnectionBar::setSpawnEnabled(bool enabled, const QString &why)
{
    m_spawn->setEnabled(enabled);
    m_spawn->setToolTip(enabled ? tr("Start simulated clients on a lock") : why);
}

void ConnectionBar::setRecorded(const QString &text)
{
    m_dot->setState(Role::Suspended, Fill::Hatched);
    m_state->setWhole(text);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_session, m_spawn, m_connect, m_disconnect})
        widget->hide();
}

QString ConnectionBar::stateText() const
{
    return m_state->whole();
}

void ConnectionBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = themeFor(palette());
    painter.fillRect(rect(), theme.panel);
    const QColor usual = m_isProduction ? theme.wrong.fill : theme.holding.fill;
    painter.fillRect(0, 0, width(), m_isProduction || m_color.isValid() ? 3 : 2, m_color.isValid() ? m_color : usual);
    painter.fillRect(0, height() - 1, width(), 1, theme.border);
}

} // namespace lockscope::ui

#include "moc_connectionbar.cpp"
