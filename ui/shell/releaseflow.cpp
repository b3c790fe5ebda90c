// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/releaseflow.h"

#include "ui/models/liveworld.h"
#include "ui/release/releasedialog.h"

namespace lockscope::ui {

ReleaseFlow::ReleaseFlow(SessionController *controller, LiveWorld *world, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_world(world)
    , m_window(window)
{
    using observe::ReleasePlan;
    connect(controller, &SessionController::releaseCarriedOut, this,
            [this](const ReleasePlan &plan, const observe::ReleaseOutcome &outcome) {
                if (isShown(plan))
                    m_dialog->setOutcome(outcome);
                else if (outcome.error)
                    Q_EMIT told(Banner::Severity::Error, tr("The release of %1:").arg(plan.target().path),
                                outcome.error->sentence().shown());
            });
    connect(controller, &SessionController::holderAsked, this,
            [this](const ReleasePlan &plan, const observe::AskOutcome &outcome) {
                if (isShown(plan))
                    m_dialog->setAskOutcome(outcome);
                else if (outcome.error)
                    Q_EMIT told(Banner::Severity::Error, tr("Asking for the release of %1:").arg(plan.target().path),
                                outcome.error->sentence().shown());
            });
}

void ReleaseFlow::plan(const QStringList &nodes)
{
    if (!m_dialog && !nodes.isEmpty())
        m_controller->planRelease(nodes, [this] { return m_world->world().knowledge(); });
}

void ReleaseFlow::show(const observe::ReleasePlan &plan)
{
    if (m_dialog)
        return;
    const auto ownName = [this](SessionId session) {
        const journal::Client *client = m_world->world().clientOfSession(session);
        return client ? client->spec.name : QString();
    };
    m_dialog = new ReleaseDialog(plan, ownName, m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &ReleaseDialog::carryOutRequested, m_controller, &SessionController::carryOut);
    connect(m_dialog, &ReleaseDialog::askRequested, m_controller, &SessionController::askHolder);
    connect(m_dialog, &ReleaseDialog::stopAskingRequested, m_controller, &SessionController::stopAsking);
    m_dialog->open();
}

void ReleaseFlow::close()
{
    if (m_dialog)
        m_dialog->deleteLater();
}

bool ReleaseFlow::isShown(const observe::ReleasePlan &plan) const
{
    return m_dialog && m_dialog->plan().target().path == plan.target().path;
}

} // namespace lockscope::ui
