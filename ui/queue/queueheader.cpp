// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queueheader.h"

#include "ui/models/queuemodel.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::Freshness;
using locks::Finding;

namespace {

constexpr QStringView dotBetween = u" · ";
constexpr int leastLetters = 10; ///< of a fact that is shortened, else it goes

QString joined(const QStringList &facts, const QString &last)
{
    return (last.isEmpty() ? facts : facts + QStringList{last}).join(dotBetween);
}

} // namespace

FactsLine::FactsLine(QWidget *parent)
    : QLabel(parent)
{
    setTone(this, Tone::Small);
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it takes what is left, and asks for nothing
}

void FactsLine::setFacts(const QStringList &facts, const QString &last)
{
    m_facts = facts;
    m_last = last;
    setToolTip(joined(facts, last));
    setAccessibleName(toolTip());
    fit();
}

void FactsLine::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    fit();
}

void FactsLine::fit()
{
    const QFontMetrics metrics = fontMetrics();
    const int room = contentsRect().width() - 1; // fractions of a pixel
    QStringList facts = m_facts;
    while (facts.size() > 1 && metrics.horizontalAdvance(joined(facts, m_last)) > room)
        facts.removeLast();
    if (facts.size() == 1 && metrics.horizontalAdvance(joined(facts, m_last)) > room) {
        const int rest = room - metrics.horizontalAdvance(joined({QString()}, m_last));
        if (rest < leastLetters * metrics.averageCharWidth())
            facts.clear();
        else
            facts.front() = metrics.elidedText(facts.front(), Qt::ElideRight, rest);
    }
    setText(joined(facts, m_last));
}

namespace {

constexpr qsizetype mostBanners = 1; ///< the gravest; the Findings panel has all

Banner::Severity bannerSeverity(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::Note: return Banner::Severity::Note;
    case Finding::Severity::Warning: return Banner::Severity::Warning;
    case Finding::Severity::Error: return Banner::Severity::Error;
    }
    return Banner::Severity::Note;
}

} // namespace

FindingsStrip::FindingsStrip(QWidget *parent)
    : QWidget(parent)
    , m_more(new QLabel(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (qsizetype i = 0; i < mostBanners; ++i) {
        auto *banner = new Banner(this);
        connect(banner, &Banner::actionTriggered, this, [this, i] {
            if (i < m_shown.size())
                Q_EMIT showRequested(m_shown[i].nodes);
        });
        m_banners.append(banner);
        column->addWidget(banner);
    }
    setTone(m_more, Tone::Small);
    m_more->hide();
    column->addWidget(m_more);
    hide();
}

void FindingsStrip::setFindings(const QList<Finding> &findings)
{
    m_shown = findings;
    setVisible(!findings.isEmpty());
    for (qsizetype i = 0; i < m_banners.size(); ++i) {
        Banner *banner = m_banners[i];
        if (i >= findings.size()) {
            banner->hide();
            continue;
        }
        const Finding &finding = findings[i];
        QStringList names;
        for (const QString &node : finding.nodes.mid(0, 3))
            names += shortNodeName(lastName(node));
        QString which = names.join(u", "_s);
        if (finding.nodes.size() > 3)
            which = tr("%1 and %n more", nullptr, int(finding.nodes.size() - 3)).arg(which);
        if (banner->isHidden() || banner->title() != finding.text.shown() || banner->text() != which)
            banner->show(bannerSeverity(finding.severity), finding.text.shown(), which);
        banner->setAction(finding.nodes.isEmpty() ? QString() : tr("Show me"));
    }
    const qsizetype more = findings.size() - m_banners.size();
    m_more->setVisible(more > 0);
    m_more->setText(tr("%n more findings", nullptr, int(more)));
}

namespace {

QString kindText(locks::LockKind kind)
{
    return kind == locks::LockKind::ReadWrite ? u"read/write"_s : locks::lockKindText(kind).shown();
}

QString dialectText(locks::Dialect dialect)
{
    return dialect == locks::Dialect::Curator ? u"Curator"_s : locks::dialectName(dialect);
}

} // namespace

QueueHeader::QueueHeader(LiveWorld *world, QueueModel *model, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_model(model)
{
    build();
}

void QueueHeader::build()
{
    m_title = new QLabel(this);
    setTone(m_title, Tone::Title);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_kind = new Pill(this);
    m_dialect = new Pill(this);
    m_holds = new Pill(this);
    m_waits = new Pill(this);
    m_holds->setRole(Role::Holding);
    m_waits->setRole(Role::Waiting);
    m_summary = new FactsLine(this);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 10, 14, 9);
    row->setSpacing(6);
    row->addWidget(m_title);
    row->addSpacing(6);
    for (Pill *pill : {m_kind, m_dialect, m_holds, m_waits})
        row->addWidget(pill);
    row->addSpacing(8);
    row->addWidget(m_summary, 1);
}

void QueueHeader::updateAll()
{
    const locks::LockQueue &queue = m_model->queue();
    setVisible(!m_model->lockPath().isEmpty());
    const QFontMetrics metrics(m_title->font());
    m_title->setText(elidedPath(m_model->lockPath(), metrics, std::max(180, width() / 3)));
    m_title->setToolTip(m_model->lockPath());
    const bool known = m_model->rowCount() > 0;
    m_kind->setVisible(known);
    m_kind->setText(kindText(queue.kind));
    m_dialect->setVisible(known);
    m_dialect->setText(dialectText(queue.dialect));
    const auto holders = qsizetype(queue.holders.size());
    m_holds->setVisible(holders > 0);
    m_holds->setText(tr("%n hold", nullptr, int(holders)));
    m_waits->setVisible(queue.waiting > 0);
    m_waits->setText(tr("%n wait", nullptr, queue.waiting));
    updateSummary();
}

QString QueueHeader::nextText() const
{
    const locks::LockQueue &queue = m_model->queue();
    std::vector<int> next;
    if (queue.holders.size() == 1) {
        next = queue.nextAfterRemoval(queue.holders.front());
    } else {
        for (size_t i = 0; i < queue.contenders.size() && next.empty(); ++i) {
            if (queue.contenders[i].state == locks::ContenderState::Waiting)
                next.push_back(int(i));
        }
    }
    if (next.empty())
        return {};
    QString text = m_model->labelOfIndex(next.front());
    if (queue.kind == locks::LockKind::ReadWrite) {
        const auto &parsed = queue.contenders[size_t(next.front())].parsed;
        text += parsed && parsed->mode == locks::Mode::Shared ? u" (R)"_s : u" (W)"_s;
    }
    if (next.size() > 1)
        text = tr("%1 and %2 more").arg(text).arg(next.size() - 1);
    return tr("next: %1").arg(text);
}

void QueueHeader::updateSummary()
{
    const Zxid zxid = m_world->world().newestZxid();
    const journal::Directory *directory = m_world->world().directory(m_model->lockPath());
    QString state;
    if (m_world->isRecorded())
        state = tr("recorded");
    else if (m_world->isRewound())
        state = tr("rewound");
    else if (m_world->isStale())
        state = tr("as of %1 ago").arg(formatDuration(m_world->staleForMs()));
    else if (directory && !directory->watched)
        state = tr("not watched");
    else if (m_world->world().observation().freshness == Freshness::Reading)
        state = tr("reading");
    else if (m_world->world().observation().freshness == Freshness::Live)
        state = tr("live");

    const qint64 longest = m_model->longestWaitMs();
    QStringList facts{nextText(), longest >= 0 ? tr("longest wait %1").arg(formatDuration(longest)) : QString(),
                      !zxid.isNull() && !m_world->isStale() ? tr("zxid %1").arg(zxid.toHex()) : QString()};
    facts.removeAll(QString());
    m_summary->setFacts(facts, state); // how true the picture is stays
}

} // namespace lockscope::ui
