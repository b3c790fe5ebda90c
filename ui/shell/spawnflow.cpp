// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/spawnflow.h"

#include "core/base/path.h"
#include "ui/dialogs/spawndialog.h"
#include "ui/settings/settings.h"
#include "ui/world/liveworld.h"

#include <algorithm>

namespace lockscope::ui {

SpawnFlow::SpawnFlow(SessionController *controller, LiveWorld *world, Settings *settings, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_world(world)
    , m_settings(settings)
    , m_window(window)
{
}

QString SpawnFlow::whyNot() const
{
    if (const QString why = m_world->whyNoActing(); !why.isEmpty())
        return why;
    if (m_controller->target().spec.observeOnly)
        return tr("This connection is observe-only: simulated clients would write.");
    if (m_world->head().connection().state != ConnectionState::Connected)
        return tr("Not connected: clients can be spawned when the connection is back.");
    return {};
}

/// On servers that are for this program alone, below what it uses everywhere, or a lock that clients of ours have
/// taken.
bool SpawnFlow::isOwn(const QString &lock) const
{
    if (m_controller->target().spec.production || lock == u'/')
        return false;
    const auto &clients = m_world->head().clients();
    return m_controller->target().isPrivate() || isAtOrBelow(lock, parentPath(SpawnDialog::demoLock()))
           || std::any_of(clients.begin(), clients.end(), [&lock](const auto &entry) {
                  const journal::ClientSpawned &spec = entry.second.spec;
                  return !spec.foreign && (spec.lock == lock || spec.paths.contains(lock));
              });
}

void SpawnFlow::openDialog(const QString &lock)
{
    if (!whyNot().isEmpty())
        return;
    if (m_dialog) {
        m_dialog->raise();
        return;
    }
    const bool production = m_controller->target().spec.production;
    // A lock of an application: ours go elsewhere unless its path is written.
    m_dialog = new SpawnDialog(m_settings->spawn(), isOwn(lock) ? lock : QString(), m_window,
                               m_controller->target().backend(), m_controller->target().servers());
    m_dialog->setProduction(production);
    m_dialog->setNeighbours([this](const QString &path) {
        NameList names;
        if (m_world->head().isLock(path)) {
            for (const locks::Contender &contender : m_world->head().queue(path).contenders)
                names.append(contender.node.name);
        }
        return names;
    });
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &SpawnDialog::submitted, this, &SpawnFlow::spawnFromDialog);
    connect(m_dialog, &SpawnDialog::scenarioRequested, this, [this](const QString &name) {
        m_dialog->reject();
        Q_EMIT scenarioRequested(name);
    });
    m_dialog->open();
}

void SpawnFlow::spawnFromDialog()
{
    const lab::SpawnRequest request = m_dialog->request();
    if (m_controller->target().backend() == locks::Backend::ZooKeeper) // what is kept is a ZooKeeper's
        m_settings->setSpawn(request);
    m_dialog->setBusy(tr("Starting %n clients…", nullptr, int(request.count)));
    m_controller->spawn(request, m_dialog->confirmation(),
                        [this, request, dialog = m_dialog](const std::optional<Error> &error) {
                            if (error && dialog && dialog->isVisible()) {
                                dialog->setFailed(tr("No client was started."), error->sentence().shown());
                                return;
                            }
                            onSpawned(request.locks().constFirst(), error);
                            if (dialog)
                                dialog->accept();
                        });
}

void SpawnFlow::spawn(const lab::SpawnRequest &request)
{
    m_controller->spawn(request, {}, [this, request](const std::optional<Error> &error) {
        onSpawned(request.locks().constFirst(), error);
    });
}

void SpawnFlow::onSpawned(const QString &lock, const std::optional<Error> &error)
{
    if (!error)
        Q_EMIT spawned(lock);
    else if (error->code != ErrorCode::Cancelled)
        Q_EMIT bannerWanted(Banner::Severity::Error, tr("No client was started."), error->sentence().shown());
}

void SpawnFlow::close()
{
    if (m_dialog)
        m_dialog->deleteLater();
}

} // namespace lockscope::ui

#include "moc_spawnflow.cpp"
