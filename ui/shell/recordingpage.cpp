// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/recordingpage.h"

#include "core/base/path.h"
#include "ui/details/detailspanel.h"
#include "ui/locks/lockspanel.h"
#include "ui/models/liveworld.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/recordingloader.h"
#include "ui/shell/workspace.h"
#include "ui/theme/widgets.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>
#include <QStackedLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

RecordingPage::RecordingPage(const QString &file, QWidget *parent)
    : QWidget(parent)
    , m_file(file)
    , m_title(QFileInfo(file).fileName())
    , m_loader(new RecordingLoader(this))
    , m_stack(new QStackedLayout(this))
    , m_waiting(new EmptyState(this))
{
    m_stack->addWidget(m_waiting);
    connect(m_waiting, &EmptyState::buttonClicked, this, &RecordingPage::closeRequested);
    connect(m_loader, &RecordingLoader::progressed, this, &RecordingPage::onProgress);
    connect(m_loader, &RecordingLoader::finished, this, &RecordingPage::onLoaded);
    connect(m_loader, &RecordingLoader::failed, this, &RecordingPage::onFailed);
    onProgress(0, 0);
    m_loader->load(file);
}

RecordingPage::~RecordingPage()
{
    delete m_loader;    // its thread may still write into a world
    delete m_workspace; // its panels look at the world
}

void RecordingPage::onProgress(double done, quint64 events)
{
    m_waiting->set(IconId::Recording, tr("Reading %1").arg(m_title), tr("%1 events").arg(QLocale().toString(events)),
                   tr("Cancel"));
    m_waiting->setProgress(done);
}

void RecordingPage::onFailed(const Error &error)
{
    m_waiting->set(IconId::Warning, tr("%1 could not be opened").arg(m_title), error.sentence(), tr("Close"));
    m_waiting->setProgress(std::nullopt);
}

void RecordingPage::onLoaded()
{
    m_world = m_loader->takeWorld();
    const journal::ReadRecording &about = m_loader->about();
    const QString name = m_title;
    if (!about.header.title.isEmpty())
        m_title = about.header.title;
    m_workspace = new Workspace(m_world.get(), this);
    m_workspace->bar()->setTarget(tr("Recording"), false);
    m_workspace->bar()->setRecorded(name);
    m_workspace->setReadOnly(tr("A recording: there is no server to ask."));
    QStringList facts{madeText()};
    facts += about.notes;
    m_workspace->connectionBanner()->show(Banner::Severity::Warning,
                                          tr("Recording of %1 — nothing here is live").arg(m_title), facts.join(u' '));
    m_workspace->connectionBanner()->setAction(tr("Close recording"));
    connect(m_workspace->connectionBanner(), &Banner::actionTriggered, this, &RecordingPage::closeRequested);
    connect(m_workspace, &Workspace::nodeDetailsWanted, this, &RecordingPage::showDetails);
    m_stack->addWidget(m_workspace);
    m_stack->setCurrentWidget(m_workspace);
    const QList<QString> locks = m_world->world().lockPaths();
    selectLock(!m_wantedLock.isEmpty() ? m_wantedLock : locks.value(0));
    Q_EMIT loaded();
}

QString RecordingPage::madeText() const
{
    const journal::ReadRecording &about = m_loader->about();
    const auto start = QDateTime::fromMSecsSinceEpoch(about.header.startedNs / 1'000'000);
    QString text = tr("Begun %1, %2 events.")
                       .arg(QLocale().toString(start, QLocale::ShortFormat), QLocale().toString(about.events));
    const auto &journal = m_world->journal();
    if (quint64(journal.size()) < about.events)
        text += u' ' + tr("The journal shows the newest %1.").arg(QLocale().toString(journal.size()));
    return text;
}

void RecordingPage::selectLock(const QString &path)
{
    m_wantedLock = path;
    if (m_workspace && !path.isEmpty())
        m_workspace->locks()->selectLock(path);
}

/// What was recorded of the node, in place of what a server would say.
void RecordingPage::showDetails(const QString &node)
{
    NodeDetails details;
    details.path = node;
    details.aclError = Error{ErrorCode::InvalidInput, {}, node, tr("A recording holds no ACLs.")};
    const journal::Directory *directory = m_world->world().directory(parentPath(node));
    const auto child =
        directory ? directory->children.constFind(baseName(node)) : QHash<QString, locks::ChildNode>::const_iterator();
    if (directory && child != directory->children.cend() && child->stat) {
        details.content.stat = *child->stat;
        details.content.data = child->data;
        details.dataReadable = child->access == locks::ChildNode::Data::Read;
        m_workspace->details()->setDetails(details);
    } else {
        m_workspace->details()->setDetails(
            failure(ErrorCode::InvalidInput, {}, node, tr("Nothing was recorded of it.")));
    }
}

} // namespace lockscope::ui
