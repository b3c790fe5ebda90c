// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/releaseflow.h"

#include "ui/models/text.h"
#include "ui/release/releasedialog.h"
#include "ui/world/liveworld.h"

#include <algorithm>

namespace lockscope::ui {

ReleaseFlow::ReleaseFlow(SessionController *controller, LiveWorld *world, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_world(world)
    , m_window(window)
{
    using observe::ReleasePlan;
    const auto showError = [this](const QString &title, const ReleasePlan &plan, const std::optional<Error> &error) {
        if (error)
            Q_EMIT bannerWanted(Banner::Severity::Error, title.arg(plan.target().path), error->sentence().shown());
    };
    connect(controller, &SessionController::releaseCarriedOut, this,
            [this, showError](const ReleasePlan &plan, const observe::ReleaseOutcome &outcome) {
                if (isShown(plan))
                    m_dialog->setOutcome(outcome);
                else
                    showError(tr("The release of %1:"), plan, outcome.error);
            });
    connect(controller, &SessionController::holderAsked, this,
            [this, showError](const ReleasePlan &plan, const observe::AskOutcome &outcome) {
                if (isShown(plan))
                    m_dialog->setAskOutcome(outcome);
                else
                    showError(tr("Asking for the release of %1:"), plan, outcome.error);
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
    connect(m_dialog, &ReleaseDialog::stopAskingRequested, m_controller->engine(), &Engine::stopAsking);
    const auto isThere = [this](const observe::ReleaseTarget &target) {
        const auto node = nodeAt(m_world->head(), target.path);
        return node && (!node->stat || node->stat->czxid == target.stat.czxid);
    };
    const auto anyIsThere = [isThere, targets = plan.targets] { return std::ranges::any_of(targets, isThere); };
    if (anyIsThere()) { // else it is outside of what is watched
        connect(m_world, &LiveWorld::appended, m_dialog, [this, anyIsThere] {
            if (m_world->head().observation().freshness == journal::Freshness::Live && !anyIsThere())
                m_dialog->setGone();
        });
    }
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

#include "moc_releaseflow.cpp"
