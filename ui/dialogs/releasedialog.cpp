// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/releasedialog.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "ui/models/nodetext.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QTimer>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr size_t maxNextShown = 5;
constexpr int maxNameLength = 40;

/// Data short enough to be what a client calls itself.
QString asName(const locks::ChildNode &node)
{
    const auto text = node.access == locks::ChildNode::Data::Read ? asText(node.data, node.truncated) : std::nullopt;
    return text && text->size() <= maxNameLength ? *text : QString();
}

QString dataText(const locks::ChildNode &node)
{
    const QString line = dataLine(node);
    return line.isEmpty() ? ReleaseDialog::tr("none") : line;
}

QChar letterOf(const locks::Contender &contender)
{
    if (!contender.parsed || contender.parsed->kind != locks::NameKind::ReadWrite)
        return u'M';
    return contender.parsed->mode == locks::Mode::Shared ? u'R' : u'W';
}

/// A contender's letter as in the queue, outlined: it waits.
class Letter : public QWidget
{
public:
    Letter(QChar letter, QWidget *parent)
        : QWidget(parent)
        , m_letter(letter)
    {
        setFixedSize(21, 21);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintGlyph(&painter, QRectF(rect()), m_letter, Fill::Outlined, Role::Waiting, themeFor(palette()), font());
    }

private:
    QChar m_letter;
};

QLabel *plainLabel(const QString &text, Tone tone, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setTone(label, tone);
    return label;
}

} // namespace

ReleaseDialog::ReleaseDialog(const observe::ReleasePlan &plan, OwnName ownName, QWidget *parent)
    : QDialog(parent)
    , m_plan(plan)
    , m_ownName(std::move(ownName))
    , m_title(plainLabel({}, Tone::Title, this))
    , m_bodySlot(new QVBoxLayout)
    , m_banner(new Banner(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_delete(new QPushButton(tr("Delete this node"), this))
{
    m_title->setWordWrap(true);
    setButtonKind(m_delete, ButtonKind::Danger);
    m_delete->setObjectName(u"deleteButton"_s);
    m_delete->setAutoDefault(false);
    m_cancel->setObjectName(u"cancelButton"_s);
    m_cancel->setDefault(true);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_delete);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 22, 24, 22);
    column->setSpacing(13);
    column->addWidget(m_title);
    column->addWidget(m_banner);
    column->addLayout(m_bodySlot);
    column->addStretch(1);
    column->addLayout(buttons);
    setMinimumWidth(640);

    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_delete, &QPushButton::clicked, this, [this] {
        m_waiting = true;
        m_delete->setEnabled(false);
        m_cancel->setEnabled(false);
        m_banner->show(Banner::Severity::Note, tr("Reading the node again, then deleting it…"));
        Q_EMIT carryOutRequested(m_plan);
    });
    auto *clock = new QTimer(this);
    clock->setInterval(1000);
    connect(clock, &QTimer::timeout, this, [this] {
        if (m_age)
            m_age->setText(ageText());
    });
    clock->start();
    showPlan();
    m_cancel->setFocus();
}

QString ReleaseDialog::nameOf(const locks::Contender &contender) const
{
    const SessionId session = contender.node.stat ? contender.node.stat->ephemeralOwner : SessionId{};
    if (const QString own = m_ownName && !session.isNull() ? m_ownName(session) : QString(); !own.isEmpty())
        return own;
    if (const QString name = asName(contender.node); !name.isEmpty())
        return name;
    return session.isNull() ? shortNodeName(contender.node.name) : session.toHex();
}

QString ReleaseDialog::ageText() const
{
    const QString node = shortNodeName(baseName(m_plan.path));
    return tr("%1 for %2").arg(node, formatDuration(m_plan.ageMs(nowNs())));
}

void ReleaseDialog::showPlan()
{
    const locks::Contender self{m_plan.node, {}, {}, {}};
    const QString who = nameOf(self);
    const QString title = m_plan.holds() ? tr("Release %1’s lock on %2?").arg(who, m_plan.queue.path)
                                         : tr("Take %1 out of the queue of %2?").arg(who, m_plan.queue.path);
    setWindowTitle(m_plan.holds() ? tr("Release a lock") : tr("Take out of the queue"));
    m_title->setText(title);
    delete m_body;
    m_body = new QWidget(this);
    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(13);
    column->addWidget(facts());
    if (const QString text = m_plan.warning(); !text.isEmpty())
        column->addWidget(warning(text));
    column->addWidget(whatFollows());
    m_bodySlot->addWidget(m_body);
    setAccessibleDescription(summary());
    fitHeight();
}

void ReleaseDialog::fitHeight()
{
    layout()->activate();
    resize(std::max(width(), minimumWidth()), layout()->totalHeightForWidth(std::max(width(), minimumWidth())));
}

void ReleaseDialog::showEvent(QShowEvent *event)
{
    fitHeight();
    QDialog::showEvent(event);
}

QWidget *ReleaseDialog::facts()
{
    auto *card = new QWidget(m_body);
    makeCard(card);
    auto *grid = new QGridLayout(card);
    grid->setContentsMargins(14, 11, 14, 11);
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    const auto add = [&](const QString &name, const QString &value) {
        const int row = grid->rowCount();
        grid->addWidget(plainLabel(name, Tone::Muted, card), row, 0, Qt::AlignTop);
        auto *label = plainLabel(value, Tone::Mono, card);
        label->setWordWrap(true);
        grid->addWidget(label, row, 1);
        return label;
    };
    m_age = add(m_plan.holds() ? tr("holds") : tr("waits"), ageText());
    m_age->setToolTip(m_plan.path);
    const SessionId owner = m_plan.stat.ephemeralOwner;
    const QString own = m_ownName && !owner.isNull() ? m_ownName(owner) : QString();
    add(tr("session"), owner.isNull()  ? tr("none: the node is persistent and no session's end takes it away")
                       : own.isEmpty() ? owner.toHex()
                                       : tr("%1 · %2, simulated here").arg(owner.toHex(), own));
    add(tr("data"), dataText(m_plan.node));
    const QDateTime created = QDateTime::fromMSecsSinceEpoch(m_plan.stat.ctimeMs);
    add(tr("created"),
        tr("%1 · czxid %2").arg(created.toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s), m_plan.stat.czxid.toHex()));
    return card;
}

QWidget *ReleaseDialog::warning(const QString &text)
{
    auto *banner = new Banner(m_body);
    banner->setObjectName(u"warning"_s);
    const qsizetype end = text.indexOf(u". "_s);
    banner->show(Banner::Severity::Error, end < 0 ? text : text.left(end + 1), end < 0 ? QString() : text.mid(end + 2));
    return banner;
}

QWidget *ReleaseDialog::whatFollows()
{
    auto *box = new QWidget(m_body);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(9);
    grid->setVerticalSpacing(6);
    grid->setColumnMinimumWidth(0, 96);
    grid->setColumnStretch(2, 1);
    const bool holds = m_plan.holds();
    grid->addWidget(plainLabel(tr("Then holds"), Tone::Heading, box), 0, 0);
    int row = 0;
    const size_t shown =
        std::min(m_plan.next.size(), m_plan.next.size() > maxNextShown ? maxNextShown - 1 : maxNextShown);
    for (size_t i = 0; i < shown; ++i, ++row) {
        const locks::Contender &next = m_plan.queue.contenders[static_cast<size_t>(m_plan.next[i])];
        grid->addWidget(new Letter(letterOf(next), box), row, 1);
        QString text = nameOf(next);
        if (next.node.stat) {
            const qint64 waited = nowNs() / 1'000'000 - next.node.stat->ctimeMs;
            text += u" · "_s + tr("waiting %1").arg(formatDuration(waited));
        }
        auto *label = plainLabel(text, Tone::Normal, box);
        label->setToolTip(joinPath(m_plan.queue.path, next.node.name));
        grid->addWidget(label, row, 2);
    }
    if (shown < m_plan.next.size())
        grid->addWidget(plainLabel(tr("and %1 more at once").arg(m_plan.next.size() - shown), Tone::Muted, box), row++,
                        2);
    if (m_plan.next.empty()) {
        const QString nobody = !holds                            ? tr("nobody new: the holders stay as they are")
                               : m_plan.queue.holders.size() > 1 ? tr("nobody new: the other holders stay")
                                                                 : tr("nobody: nobody waits");
        grid->addWidget(plainLabel(nobody, Tone::Normal, box), row++, 1, 1, 2);
    }
    grid->addWidget(plainLabel(tr("Still waiting"), Tone::Heading, box), row, 0);
    const int waiting = m_plan.stillWaiting();
    grid->addWidget(plainLabel(waiting == 0   ? tr("nobody")
                               : waiting == 1 ? tr("1 other")
                                              : tr("%1 others, order unchanged").arg(waiting),
                               Tone::Normal, box),
                    row, 1, 1, 2);
    return box;
}

QString ReleaseDialog::summary() const
{
    QStringList lines{m_title->text()};
    if (m_body) {
        for (const auto *label : m_body->findChildren<QLabel *>()) {
            if (!label->text().isEmpty())
                lines << label->text();
        }
    }
    return lines.join(u'\n');
}

void ReleaseDialog::finish(const QString &closeText)
{
    m_delete->hide();
    m_cancel->setText(closeText);
    m_cancel->setFocus();
}

void ReleaseDialog::setOutcome(const observe::ReleaseOutcome &outcome)
{
    m_waiting = false;
    m_cancel->setEnabled(true);
    if (!outcome.error) {
        m_body->setEnabled(false);
        m_banner->show(Banner::Severity::Note, tr("Deleted."),
                       tr("%1 is gone. A line about it was written to the audit file.").arg(m_plan.path));
        finish(tr("Close"));
        return;
    }
    const Error &error = *outcome.error;
    if (outcome.fresh) {
        m_plan = *outcome.fresh;
        showPlan();
    }
    if (error.outcomeUnknown()) {
        m_banner->show(Banner::Severity::Error, tr("Not known whether the node was deleted."), error.sentence());
    } else if (outcome.fresh) {
        m_banner->show(Banner::Severity::Warning, tr("Nothing was deleted: something changed meanwhile."),
                       tr("%1 Below is how it stands now.").arg(error.sentence()));
    } else {
        m_banner->show(Banner::Severity::Error, tr("Nothing was deleted."), error.sentence());
    }
    // Without fresh facts about a node that is not the one shown there is nothing left to confirm.
    const bool gone = !outcome.fresh && (error.code == ErrorCode::NoNode || error.code == ErrorCode::IdentityChanged);
    if (gone)
        finish(tr("Close"));
    else
        m_delete->setEnabled(true);
    fitHeight();
}

void ReleaseDialog::reject()
{
    if (!m_waiting)
        QDialog::reject();
}

void ReleaseDialog::closeEvent(QCloseEvent *event)
{
    if (m_waiting)
        event->ignore();
    else
        QDialog::closeEvent(event);
}

} // namespace lockscope::ui
