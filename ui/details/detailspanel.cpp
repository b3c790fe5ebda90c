// SPDX-License-Identifier: Apache-2.0
#include "ui/details/detailspanel.h"

#include "core/base/clock.h"
#include "ui/details/dataview.h"
#include "ui/theme/factsgrid.h"
#include "ui/details/holdercard.h"
#include "ui/models/nodetext.h"
#include "ui/models/sessiontext.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using locks::ContenderState;

/// What the live world says of the node, besides what was read for this panel.
struct DetailsPanel::Known
{
    QString lock;
    const locks::Contender *contender = nullptr;
    const journal::Client *client = nullptr;
    bool isThere = false;
    std::optional<NodeStat> stat;
};

namespace {

QScrollArea *scrolled(QWidget *content)
{
    auto *area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setWidget(content);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return area;
}

} // namespace

DetailsPanel::DetailsPanel(LiveWorld *world, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_clock(&nowNs)
    , m_tabs(new QTabBar(this))
    , m_pages(new QStackedWidget)
    , m_all(new QStackedWidget(this))
    , m_empty(new EmptyState)
    , m_title(new QLabel)
    , m_role(new Pill)
    , m_problem(new Banner)
    , m_holder(new HolderCard(world))
    , m_facts(new FactsGrid)
    , m_acl(new FactsGrid)
    , m_data(new DataView)
    , m_release(new QPushButton(tr("Force release…")))
    , m_again(new QPushButton(tr("Read again")))
{
    for (const QString &name : {tr("Node"), tr("Data"), tr("ACL")})
        m_tabs->addTab(name);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setAccessibleName(tr("What is shown of the node"));
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);

    m_facts->setObjectName(u"facts"_s);
    m_acl->setObjectName(u"acl"_s);
    setTone(m_title, Tone::Title);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *head = new QHBoxLayout;
    head->setSpacing(10);
    head->addWidget(m_title, 1);
    head->addWidget(m_role);

    setButtonKind(m_release, ButtonKind::Danger);
    setButtonKind(m_again, ButtonKind::Secondary);
    m_release->setToolTip(tr("Shows what deleting this node does before it is deleted"));
    connect(m_release, &QPushButton::clicked, this, [this] { Q_EMIT releaseRequested(m_path); });
    connect(m_again, &QPushButton::clicked, this, &DetailsPanel::ask);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_again);
    buttons->addWidget(m_release);
    buttons->addStretch(1);

    const auto page = [](QWidget *content) {
        auto *holder = new QWidget;
        auto *column = new QVBoxLayout(holder);
        column->setContentsMargins(0, 0, 4, 0);
        column->addWidget(content);
        column->addStretch(1);
        return scrolled(holder);
    };
    auto *node = new QWidget;
    auto *nodeColumn = new QVBoxLayout(node);
    nodeColumn->setContentsMargins(0, 0, 0, 0);
    nodeColumn->setSpacing(8);
    nodeColumn->addWidget(m_holder); // whose it is comes first
    nodeColumn->addWidget(m_facts);
    connect(m_holder, &HolderCard::placeActivated, this, &DetailsPanel::placeActivated);
    m_pages->addWidget(page(node));
    m_pages->addWidget(m_data);
    m_pages->addWidget(page(m_acl));

    auto *content = new QWidget;
    auto *inside = new QVBoxLayout(content);
    inside->setContentsMargins(14, 10, 12, 12);
    inside->setSpacing(9);
    inside->addLayout(head);
    inside->addWidget(m_problem);
    inside->addWidget(m_pages, 1);
    inside->addLayout(buttons);
    m_empty->set(IconId::Info, tr("No node selected"),
                 tr("Select a row of the queue to see its node, its data and its ACL."));
    m_all->addWidget(content);
    m_all->addWidget(m_empty);

    auto *line = new QFrame(this);
    line->setFixedHeight(1);
    line->setProperty("ground", u"line"_s);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(line);
    column->addWidget(m_all, 1);

    connect(world, &LiveWorld::changed, this, &DetailsPanel::onChanged);
    m_ages.setInterval(1s);
    connect(&m_ages, &QTimer::timeout, this, &DetailsPanel::updateAges);
    m_ages.start();
    updateAll();
}

void DetailsPanel::setNode(const QString &path)
{
    if (path == m_path)
        return;
    m_path = path;
    m_details.reset();
    m_error.reset();
    m_asked = false;
    if (!path.isEmpty())
        ask();
    updateAll();
}

void DetailsPanel::ask()
{
    m_asked = true;
    Q_EMIT nodeDetailsWanted(m_path);
}

void DetailsPanel::setDetails(const Result<NodeDetails> &details)
{
    const QString path = details ? details->path : details.error().path;
    if (!m_asked || (!path.isEmpty() && path != m_path))
        return; // of a node that nobody looks at any more
    m_asked = false;
    if (details) {
        m_details = *details;
        m_error.reset();
    } else {
        m_error = details.error();
    }
    updateAll();
}

void DetailsPanel::showCursor()
{
    const bool rewound = m_world->isRewound();
    if (m_path.isEmpty() || !(rewound || m_wasRewound)) {
        m_wasRewound = rewound;
        return;
    }
    m_wasRewound = rewound;
    m_details.reset();
    m_error.reset();
    ask();
    updateAll();
}

void DetailsPanel::setObserveOnly(bool observeOnly)
{
    m_observeOnly = observeOnly;
    updateAll();
}

void DetailsPanel::onChanged(const journal::Changes &changes)
{
    const QString lock = m_path.left(std::max<qsizetype>(1, m_path.lastIndexOf(u'/')));
    if (changes.directories.contains(lock) || changes.directories.contains(m_path) || !changes.clients.isEmpty()
        || changes.observation || changes.servers)
        updateAll();
}

DetailsPanel::Known DetailsPanel::known() const
{
    Known out;
    if (m_path.isEmpty())
        return out;
    out.lock = m_path.left(std::max<qsizetype>(1, m_path.lastIndexOf(u'/')));
    const QString name = lastName(m_path);
    const journal::World &world = m_world->world();
    if (const journal::Directory *directory = world.directory(out.lock)) {
        const auto child = directory->children.constFind(name);
        out.isThere = child != directory->children.cend();
        if (out.isThere) {
            out.stat = child->stat;
            const QString semaphore = world.semaphoreOf(out.lock);
            if (!semaphore.isEmpty())
                out.lock = semaphore; // the directory is only a part of it
            const locks::LockQueue &queue = world.queue(out.lock);
            const auto found =
                std::find_if(queue.contenders.begin(), queue.contenders.end(), [&](const auto &contender) {
                    return contender.node.name.endsWith(name) && ui::nodePath(queue, contender) == m_path;
                });
            if (found != queue.contenders.end())
                out.contender = &*found;
        }
    }
    if (m_details)
        out.stat = m_details->content.stat;
    if (out.stat && out.stat->isEphemeral())
        out.client = world.clientOfSession(out.stat->ephemeralOwner);
    return out;
}

void DetailsPanel::updateAll()
{
    m_all->setCurrentIndex(m_path.isEmpty() ? 1 : 0);
    m_tabs->setEnabled(!m_path.isEmpty());
    if (m_path.isEmpty())
        return;
    const Known node = known();

    QString title;
    if (node.client)
        title = node.client->spec.name;
    else if (node.contender && node.contender->node.access == locks::ChildNode::Data::Read)
        title = dataLine(node.contender->node);
    if (title.isEmpty() || title.size() > 60)
        title = shortNodeName(lastName(m_path));
    m_title->setToolTip(title);
    m_title->setText(m_title->fontMetrics().elidedText(title, Qt::ElideRight, std::max(90, m_title->width())));

    const bool gone = !node.isThere || (m_error && m_error->code == ErrorCode::NoNode);
    m_role->setVisible(true);
    if (gone) {
        m_role->setText(tr("gone"));
        m_role->setRole(Role::Suspended);
    } else if (!node.contender || node.contender->state == ContenderState::Foreign) {
        m_role->setText(tr("no contender"));
        m_role->setRole(Role::Neutral);
    } else if (node.contender->state == ContenderState::Holding) {
        m_role->setText(tr("holder"));
        m_role->setRole(Role::Holding);
    } else {
        m_role->setText(node.contender->state == ContenderState::Pending ? tr("pending") : tr("waiter"));
        m_role->setRole(Role::Waiting);
    }

    if (m_error)
        m_problem->show(gone ? Banner::Severity::Note : Banner::Severity::Warning,
                        gone ? tr("The node is gone.") : tr("The node could not be read."), m_error->sentence());
    else if (gone)
        m_problem->show(Banner::Severity::Note, tr("The node is gone."),
                        m_details ? tr("What stands below is what was read last.") : QString());
    else
        m_problem->hide();
    m_release->setEnabled(!gone && !m_observeOnly && !m_world->isStale());
    m_release->setToolTip(m_observeOnly ? tr("This connection only observes.")
                                        : tr("Shows what deleting this node does before it is deleted"));
    m_again->setEnabled(!m_asked && !m_world->isStale());

    updateFacts();
    if (m_details && !m_details->dataReadable)
        m_data->setUnreadable(tr("No READ permission on this node: connect with a login that its ACL allows."));
    else if (m_details)
        m_data->setData(m_details->content.data);
    else if (node.contender && node.contender->node.access == locks::ChildNode::Data::Read
             && !node.contender->node.truncated)
        m_data->setData(node.contender->node.data);
    else
        m_data->setUnreadable(m_asked ? tr("Reading…") : tr("Not read."));
    updateAcl();
}

void DetailsPanel::updateAges()
{
    if (!m_path.isEmpty())
        updateFacts();
}

void DetailsPanel::updateFacts()
{
    const Known node = known();
    QList<Fact> facts{{tr("node"), shortNodeName(lastName(m_path)), m_path}, {tr("lock"), node.lock, {}}};
    if (node.stat) {
        const NodeStat &stat = *node.stat;
        const auto instant = [](qint64 ms) { return QDateTime::fromMSecsSinceEpoch(ms); };
        const qint64 now = m_world->isStale() ? m_world->staleSinceNs() : m_clock();
        const QString age = formatDuration(now / 1'000'000 - stat.ctimeMs);
        if (!stat.isEphemeral())
            facts += {tr("session"), tr("none (persistent)"), tr("It stays until somebody deletes it.")};
        facts += {tr("created"), instant(stat.ctimeMs).toString(u"HH:mm:ss.zzz"),
                  QLocale().toString(instant(stat.ctimeMs), QLocale::LongFormat)};
        facts += {tr("age"), age, tr("By this machine's clock against the server's")};
        facts += {tr("czxid"), stat.czxid.toHex(), tr("Gives the order of service; also the fencing token")};
        if (stat.mzxid != stat.czxid) {
            facts += {tr("mzxid"), stat.mzxid.toHex(), {}};
            facts += {tr("modified"), instant(stat.mtimeMs).toString(u"HH:mm:ss.zzz"),
                      QLocale().toString(instant(stat.mtimeMs), QLocale::LongFormat)};
        }
        facts += {tr("version"), QString::number(stat.version), tr("How often its data was changed")};
        facts += {tr("data"), formatBytes(stat.dataLength), {}};
        if (stat.numChildren > 0)
            facts += {tr("children"), QString::number(stat.numChildren), {}};
    } else {
        facts += {tr("Stat"), m_asked ? tr("reading…") : u"…"_s, {}};
    }
    m_facts->setFacts(facts);
    m_holder->setSession(node.stat && node.stat->isEphemeral() ? node.stat->ephemeralOwner : SessionId{}, m_path);
    m_holder->refresh(m_world->isStale() ? m_world->staleSinceNs() : m_clock());
}

void DetailsPanel::updateAcl()
{
    QList<Fact> facts;
    if (!m_details) {
        facts += {tr("ACL"), m_asked ? tr("reading…") : u"…"_s, {}};
    } else if (m_details->aclError) {
        facts += {tr("ACL"),
                  m_details->aclError->code == ErrorCode::NoAuth ? tr("no READ or ADMIN permission")
                                                                 : tr("could not be read"),
                  m_details->aclError->sentence()};
    } else {
        for (const AclEntry &entry : m_details->acl)
            facts += {entry.scheme + u':' + entry.id, permissionLetters(entry.permissions),
                      tr("c create, d delete, r read, w write, a admin")};
    }
    m_acl->setFacts(facts);
}

} // namespace lockscope::ui
