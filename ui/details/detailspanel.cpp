// SPDX-License-Identifier: Apache-2.0
#include "ui/details/detailspanel.h"

#include "core/base/path.h"
#include "core/base/visible.h"
#include "core/locks/ownerfacts.h"
#include "ui/details/dataview.h"
#include "ui/details/holdercard.h"
#include "ui/models/text.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QDateTime>
#include <QDesktopServices>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::ContenderState;

namespace {

constexpr qsizetype longestTitle = 60;

/// Of the height of \a content, with what is left below it.
QWidget *scrolledPage(QWidget *content)
{
    auto *page = new QWidget;
    makeColumn(page, {0, 0, 4, 0}, -1, {content, Part::stretch()});
    return scrolled(page, DetailsPanel::tr("Details"));
}

} // namespace

DetailsPanel::DetailsPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_tabs(new QTabBar(this))
    , m_pages(new QStackedWidget)
    , m_all(new QStackedWidget(this))
    , m_empty(new EmptyState)
    , m_title(new ElidedLabel(Tone::Title, this))
    , m_role(new Pill)
    , m_problem(new Banner)
    , m_holder(new HolderCard(world))
    , m_facts(new FactsGrid)
    , m_ownerTitle(makeLabel(tr("Its data say"), Tone::Muted, this))
    , m_owner(new FactsGrid)
    , m_link(makeLink(tr("Open the link to this owner"), this))
    , m_acl(new FactsGrid)
    , m_data(new DataView)
    , m_release(new QPushButton(tr("Release node…")))
    , m_again(new QPushButton(tr("Read again")))
{
    for (const QString &name : {tr("Node"), tr("Data"), tr("ACL")})
        m_tabs->addTab(name);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setAccessibleName(tr("What is shown of the node"));
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);

    m_facts->setObjectName(u"facts"_s);
    m_owner->setObjectName(u"owner"_s);
    m_link->setObjectName(u"ownerLink"_s);
    connect(m_link, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(m_ownersUrl); });
    m_acl->setObjectName(u"acl"_s);
    m_title->setElideMode(Qt::ElideMiddle); // the number at the end matters most
    auto *head = makeRow(10, {{m_title, 1}, m_role});

    setButtonKind(m_release, ButtonKind::Danger);
    setButtonKind(m_again, ButtonKind::Secondary);
    connect(m_release, &QPushButton::clicked, this, [this] { m_selection->requestRelease({m_node.path()}); });
    connect(m_again, &QPushButton::clicked, this, &DetailsPanel::readAgain);
    auto *buttons = makeRow(8, {m_again, m_release, Part::stretch()});

    auto *node = new QWidget;
    auto *ownerSays = makeColumn(4, {m_ownerTitle, m_owner, makeRow(0, {m_link, Part::stretch()})});
    makeColumn(node, {}, 8, {m_holder, ownerSays, m_facts}); // whose it is comes first
    connect(m_holder, &HolderCard::placeActivated, this,
            [this](const QString &lock, const QString &place) { m_selection->choose(lock, {place}); });
    m_pages->addWidget(scrolledPage(node));
    m_pages->addWidget(m_data);
    m_pages->addWidget(scrolledPage(m_acl));
    m_pages->setMinimumHeight(8); // each scrolls; that a node has gone is said without pushing anything about

    auto *content = new QWidget;
    makeColumn(content, {14, 10, 12, 12}, 9, {head, m_problem, {m_pages, 1}, buttons});
    m_empty->set(IconId::Info, tr("No node selected"),
                 tr("Select a row of the queue to see its node, its data and its ACL."));
    m_all->addWidget(content);
    m_all->addWidget(m_empty);

    auto *line = new QFrame(this);
    line->setFixedHeight(1);
    line->setProperty("ground", u"line"_s);
    makeColumn(this, {}, 0, {m_tabs, line, {m_all, 1}});

    connect(world, &LiveWorld::changed, this, &DetailsPanel::onChanged);
    connect(selection, &Selection::nodeChanged, this, &DetailsPanel::setNode);
    connect(selection, &Selection::mayReleaseChanged, this, &DetailsPanel::updateAll);
    connect(world, &LiveWorld::ticked, this, [this] {
        if (!m_node.path().isEmpty() && isVisible())
            updateFacts(); // its ages
    });
    updateAll();
}

void DetailsPanel::setNode(const QString &path)
{
    if (path == m_node.path() && !m_node.isGone())
        return;
    begin(path);
}

/// Nothing is known of the node but what the world has.
void DetailsPanel::begin(const QString &path)
{
    m_node = ShownNode(path);
    m_details.reset();
    m_error.reset();
    m_asked = false;
    if (!path.isEmpty()) {
        m_node.follow(m_world->world());
        ask();
    }
    updateAll();
}

void DetailsPanel::ask()
{
    m_asked = true;
    Q_EMIT nodeDetailsWanted(m_node.path());
}

/// Takes what stands at the path by now.
void DetailsPanel::readAgain()
{
    if (m_node.isGone())
        setNode(m_node.path());
    else
        ask();
}

void DetailsPanel::setOwnerLink(const QString &linkTemplate)
{
    m_ownerLink = linkTemplate;
    if (!m_node.path().isEmpty())
        updateOwner();
}

void DetailsPanel::setDetails(const Result<NodeDetails> &details)
{
    const QString path = details ? details->path : details.error().path;
    if (!m_asked || (!path.isEmpty() && path != m_node.path()))
        return; // of a node that is not shown any more
    m_asked = false;
    if (details && m_node.take(details->content.stat, m_world->nowNs())) {
        m_details = *details;
        m_error.reset();
    } else if (!details) {
        m_error = details.error();
        if (m_error->code == ErrorCode::NoNode)
            m_node.takeGone(m_world->nowNs());
    }
    updateAll();
}

void DetailsPanel::showCursor()
{
    const bool rewound = m_world->isRewound();
    const bool moved = rewound || m_wasRewound;
    m_wasRewound = rewound;
    if (m_node.path().isEmpty() || !moved)
        return;
    if (!m_node.moveTo(m_world->world())) {
        begin(m_node.path());
        return;
    }
    m_asked = false;
    if (!m_node.isGone()) { // what it was then
        m_details.reset();
        m_error.reset();
        ask();
    }
    updateAll();
}

void DetailsPanel::onChanged(const journal::Changes &changes)
{
    const QString path = m_node.path();
    if (path.isEmpty())
        return;
    if (!changes.directories.contains(parentPath(path)) && !changes.directories.contains(path)
        && changes.clients.isEmpty() && !changes.observation && !changes.servers)
        return;
    m_node.follow(m_world->world());
    if (isVisible())
        updateAll();
    else
        m_isOld = true; // behind a tab nothing is written until it is shown
}

void DetailsPanel::showEvent(QShowEvent *)
{
    if (m_isOld)
        updateAll();
}

// ---- what is shown ----

const journal::Client *DetailsPanel::client() const
{
    const auto &stat = m_node.stat();
    return stat ? m_world->world().clientOfSession(stat->owner()) : nullptr;
}

/// For a node that is gone time stands still.
qint64 DetailsPanel::asOfNs() const
{
    const qint64 now = m_world->asOfNs();
    return m_node.goneAtNs() != 0 ? std::min(now, m_node.goneAtNs()) : now;
}

void DetailsPanel::updateAll()
{
    m_isOld = false;
    const bool any = !m_node.path().isEmpty();
    m_all->setCurrentIndex(any ? 0 : 1);
    m_tabs->setEnabled(any);
    if (!any)
        return;
    const bool gone = m_node.isGone();
    updateTitle();
    updateRole();
    updateProblem();
    m_facts->setEnabled(!gone); // greyed
    m_holder->setGone(gone);
    const QString whyNot = m_node.isYetToCome() ? tr("The node is not there yet: there is nothing to release.")
                           : gone               ? tr("The node is gone: there is nothing to release.")
                                                : m_selection->whyNoRelease();
    m_release->setEnabled(whyNot.isEmpty());
    m_release->setToolTip(whyNot.isEmpty() ? tr("Shows what deleting this node does before it is deleted") : whyNot);
    m_again->setEnabled(!m_asked && !m_world->isStale());
    m_again->setText(m_node.isReplaced() ? tr("Show the new one") : tr("Read again"));
    updateFacts();
    updateOwner(); // not at each tick: no age is in it
    updateData();
    m_acl->setFacts(aclFacts(m_details, m_asked));
}

void DetailsPanel::updateTitle()
{
    const QString number = shortNodeName(lastName(m_node.path()));
    QString title;
    if (const journal::Client *own = client())
        title = own->spec.name;
    else if (m_node.node() && m_node.node()->access == locks::ChildNode::Data::Read)
        title = dataLine(*m_node.node());
    if (title.isEmpty() || title.size() > longestTitle)
        title = number;
    m_title->setToolTip(title);
    m_title->setWhole(title);
    m_title->setEnabled(!m_node.isGone());
}

void DetailsPanel::updateRole()
{
    const locks::Contender *contender = m_node.contender(m_world->world());
    const auto show = [this](const QString &text, Role role) {
        m_role->setText(text);
        m_role->setRole(role);
    };
    if (m_node.isYetToCome())
        show(tr("not there yet"), Role::Suspended);
    else if (m_node.isGone())
        show(tr("gone"), Role::Suspended);
    else if (!contender || contender->state == ContenderState::Foreign)
        show(tr("no contender"), Role::Neutral);
    else if (contender->state == ContenderState::Member)
        show(tr("member"), Role::Neutral);
    else if (contender->state == ContenderState::Holding)
        show(tr("holder"), Role::Holding);
    else
        show(contender->state == ContenderState::Pending ? tr("pending") : tr("waiter"), Role::Waiting);
}

QString DetailsPanel::goneText() const
{
    QStringList parts;
    if (m_node.goneAtNs() != 0)
        parts += tr("Node deleted at %1.")
                     .arg(QDateTime::fromMSecsSinceEpoch(m_node.goneAtNs() / 1'000'000).toString(u"HH:mm:ss.zzz"_s));
    if (m_node.isReplaced())
        parts += tr("Another node stands at its path now.");
    if (m_node.stat())
        parts += tr("Last known values below.");
    return parts.join(u' ');
}

void DetailsPanel::updateProblem()
{
    if (m_node.isYetToCome())
        m_problem->show(Banner::Severity::Note, tr("The node was not created yet at this instant."),
                        tr("Below is what became known of it later."));
    else if (m_node.isGone())
        m_problem->show(Banner::Severity::Note, tr("The node is gone."), goneText());
    else if (m_error)
        m_problem->show(Banner::Severity::Warning, tr("The node could not be read."), m_error->sentence().shown());
    else
        m_problem->hide();
}

void DetailsPanel::updateData()
{
    const auto &node = m_node.node();
    if (m_details && !m_details->dataReadable)
        m_data->setUnreadable(tr("No READ permission on this node: connect with a login that its ACL allows."));
    else if (m_details)
        m_data->setData(m_details->content.data);
    else if (node && node->access == locks::ChildNode::Data::Read && !node->truncated)
        m_data->setData(node->data);
    else
        m_data->setUnreadable(m_asked ? tr("Reading…") : tr("Not read."));
}

void DetailsPanel::updateFacts()
{
    const journal::World &world = m_world->world();
    QList<Fact> facts = nodeFacts(m_node, m_node.lock(world), asOfNs(), m_asked);
    const locks::Contender *contender = m_node.isGone() ? nullptr : m_node.contender(world);
    if (const QString end = contender ? holdEndLine(world, *contender, m_world->asOfNs()) : QString(); !end.isEmpty())
        facts.prepend({tr("until when"), end, {}, true});
    m_facts->setFacts(facts);
    m_holder->setSession(m_node.stat() ? m_node.stat()->owner() : SessionId{}, m_node.path());
    m_holder->refresh(m_world->asOfNs());
}

void DetailsPanel::updateOwner()
{
    const auto &node = m_node.node();
    const bool isRead = node && node->access == locks::ChildNode::Data::Read && !node->truncated;
    const locks::OwnerFacts facts = isRead ? locks::ownerFacts(node->data) : locks::OwnerFacts();
    QList<Fact> shown;
    for (const locks::OwnerFact &fact : facts)
        shown += {visible(fact.key), fact.value, fact.value};
    m_ownersUrl = isRead ? locks::linkOf(m_ownerLink, facts, m_node.lock(m_world->world()), m_node.path()) : QUrl();
    m_ownerTitle->setVisible(!shown.isEmpty());
    m_owner->setVisible(!shown.isEmpty());
    m_owner->setFacts(shown);
    m_link->setVisible(!m_ownersUrl.isEmpty());
    m_link->setToolTip(m_ownersUrl.toString(QUrl::FullyEncoded));
}

} // namespace lockscope::ui

#include "moc_detailspanel.cpp"
