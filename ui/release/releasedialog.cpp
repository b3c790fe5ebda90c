// SPDX-License-Identifier: Apache-2.0
#include "ui/release/releasedialog.h"

#include "core/base/clock.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds patiences[] = {std::chrono::seconds(10), std::chrono::seconds(30),
                                              std::chrono::minutes(2), std::chrono::minutes(10)};
constexpr std::chrono::seconds usualPatience(30);

QString patienceText(qint64 ms)
{
    constexpr qint64 minute = 60'000;
    return ms % minute == 0 ? ReleaseDialog::tr("for %1 min").arg(ms / minute)
                            : ReleaseDialog::tr("for %1 s").arg(double(ms) / 1'000);
}

QLabel *textLabel(Tone tone, QWidget *parent)
{
    auto *label = new QLabel(parent);
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
    , m_title(textLabel(Tone::Title, this))
    , m_where(new QWidget(this))
    , m_ensemble(textLabel(Tone::Muted, m_where))
    , m_factsSlot(new QVBoxLayout)
    , m_confirm(new QWidget(this))
    , m_confirmLabel(textLabel(Tone::Muted, m_confirm))
    , m_confirmation(new QLineEdit(m_confirm))
    , m_banner(new Banner(this))
    , m_progress(new QProgressBar(this))
    , m_rung(textLabel(Tone::Muted, this))
    , m_ask(new QPushButton(tr("&Ask it to release"), this))
    , m_patience(new QComboBox(this))
    , m_note(new QPushButton(tr("Copy incident &note"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_delete(new QPushButton(this))
{
    makeLayout();
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_delete, &QPushButton::clicked, this, &ReleaseDialog::startDeleting);
    connect(m_ask, &QPushButton::clicked, this, &ReleaseDialog::startAsking);
    connect(m_note, &QPushButton::clicked, this, &ReleaseDialog::copyNote);
    connect(m_confirmation, &QLineEdit::textChanged, this, &ReleaseDialog::updateButtons);
    auto *clock = new QTimer(this);
    clock->setInterval(1000);
    connect(clock, &QTimer::timeout, this, &ReleaseDialog::tick);
    clock->start();
    showPlan();
    (m_plan.production ? static_cast<QWidget *>(m_confirmation) : m_cancel)->setFocus();
}

void ReleaseDialog::makeLayout()
{
    m_title->setWordWrap(true);
    m_banner->hide();
    m_progress->hide();
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Time left for the holder"));
    setButtonKind(m_delete, ButtonKind::Danger);
    m_delete->setObjectName(u"deleteButton"_s);
    setButtonKind(m_ask, ButtonKind::Primary);
    for (QPushButton *button : {m_delete, m_ask, m_note}) // Return must not do any of these by itself
        button->setAutoDefault(false);
    m_cancel->setObjectName(u"cancelButton"_s);
    m_cancel->setDefault(true);
    m_rung->setWordWrap(true);

    auto *where = new QHBoxLayout(m_where);
    where->setContentsMargins(0, 0, 0, 0);
    auto *production = new Pill(tr("production"), Role::Wrong, m_where);
    production->setVisible(m_plan.production);
    where->addWidget(production);
    where->addWidget(m_ensemble, 1);
    auto *confirm = new QVBoxLayout(m_confirm);
    confirm->setContentsMargins(0, 0, 0, 0);
    confirm->setSpacing(6);
    confirm->addWidget(m_confirmLabel);
    confirm->addWidget(m_confirmation);
    m_confirmation->setMaximumWidth(340);
    m_confirmLabel->setBuddy(m_confirmation);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addWidget(m_note);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_delete);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 22, 24, 22);
    column->setSpacing(13);
    column->addWidget(m_title);
    column->addWidget(m_where);
    column->addWidget(m_banner);
    column->addWidget(m_progress);
    column->addLayout(m_factsSlot);
    column->addWidget(m_confirm);
    column->addLayout(rungRow());
    column->addStretch(1);
    column->addSpacing(6);
    column->addLayout(buttons);
    setMinimumWidth(640);
    QWidget::setTabOrder(m_confirmation, m_ask);
    QWidget::setTabOrder(m_ask, m_patience);
    QWidget::setTabOrder(m_patience, m_note);
    QWidget::setTabOrder(m_note, m_cancel);
    QWidget::setTabOrder(m_cancel, m_delete);
}

QLayout *ReleaseDialog::rungRow()
{
    m_patience->setAccessibleName(tr("How long the holder is waited for"));
    m_patience->setToolTip(m_patience->accessibleName());
    for (const std::chrono::seconds limit : patiences)
        setPatience(limit);
    setPatience(usualPatience);
    auto *row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(m_ask);
    row->addWidget(m_patience);
    row->addWidget(m_rung, 1);
    return row;
}

std::chrono::milliseconds ReleaseDialog::patience() const
{
    return std::chrono::milliseconds(m_patience->currentData().toLongLong());
}

void ReleaseDialog::setPatience(std::chrono::milliseconds limit)
{
    const auto ms = qlonglong(limit.count());
    if (m_patience->findData(ms) < 0)
        m_patience->addItem(patienceText(ms), ms);
    m_patience->setCurrentIndex(m_patience->findData(ms));
}

QString ReleaseDialog::rungText() const
{
    const QString word = QString::fromUtf8(m_plan.revokeWord);
    const auto listens = m_plan.target().owner.listens;
    if (!m_plan.revokeWord.isEmpty() && m_plan.target().node.data == m_plan.revokeWord)
        return tr("It was asked already: “%1” stands in its node.").arg(word);
    if (!listens)
        return tr("The first rung: “%1” is written into its node. Whether it listens is not known.").arg(word);
    return *listens ? tr("The first rung: it watches its own node, and “%1” is written there.").arg(word)
                    : tr("It does not watch its own node: “%1” would very likely not be heard.").arg(word);
}

void ReleaseDialog::showPlan()
{
    setWindowTitle(!m_plan.isOne()  ? tr("Delete several nodes")
                   : m_plan.holds() ? tr("Release a lock")
                                    : tr("Take out of the queue"));
    m_title->setText(ReleaseFacts::title(m_plan, m_ownName));
    m_ensemble->setText(m_plan.ensemble);
    m_where->setVisible(!m_plan.ensemble.isEmpty());
    delete m_facts;
    m_facts = new ReleaseFacts(m_plan, m_ownName, this);
    m_factsSlot->addWidget(m_facts);
    m_confirm->setVisible(m_plan.production);
    m_confirmLabel->setText(tr("Type the lock’s name to confirm: %1").arg(m_plan.confirmation()));
    m_confirmation->setAccessibleName(m_confirmLabel->text());
    m_delete->setText(m_plan.isOne() ? tr("&Delete this node")
                                     : tr("&Delete these %n nodes", nullptr, int(m_plan.targets.size())));
    m_rung->setText(rungText());
    setAccessibleDescription(summary());
    updateButtons();
    fitHeight();
}

void ReleaseDialog::updateButtons()
{
    const bool open = m_stage == Stage::Open;
    const bool confirmed = !m_plan.production || m_confirmation->text().trimmed() == m_plan.confirmation();
    m_delete->setVisible(m_stage != Stage::Over);
    m_delete->setEnabled(open && confirmed);
    m_ask->setVisible(m_plan.canAsk() && m_stage != Stage::Over);
    m_rung->setVisible(m_ask->isVisibleTo(this));
    m_patience->setVisible(m_ask->isVisibleTo(this));
    m_ask->setEnabled(open && confirmed);
    m_patience->setEnabled(open);
    m_confirmation->setEnabled(open);
    m_confirm->setVisible(m_plan.production && m_stage != Stage::Over);
    m_progress->setVisible(m_stage == Stage::Asking);
    m_facts->setEnabled(m_stage != Stage::Over);
    m_cancel->setEnabled(m_stage != Stage::Deleting);
    m_cancel->setText(m_stage == Stage::Asking ? tr("Stop waiting")
                      : m_stage == Stage::Over ? tr("Close")
                                               : tr("Cancel"));
}

void ReleaseDialog::enter(Stage stage)
{
    m_stage = stage;
    updateButtons();
    if (stage == Stage::Over)
        m_cancel->setFocus();
    fitHeight();
}

void ReleaseDialog::fitHeight()
{
    layout()->activate();
    const int wide = std::max(width(), minimumWidth());
    const int least = layout()->totalHeightForWidth(wide);
    setMinimumHeight(least); // nothing that it says is cut off
    resize(wide, least);
}

void ReleaseDialog::showEvent(QShowEvent *event)
{
    fitHeight();
    QDialog::showEvent(event);
}

void ReleaseDialog::startDeleting()
{
    enter(Stage::Deleting);
    m_banner->show(Banner::Severity::Note, m_plan.isOne() ? tr("Reading the node again, then deleting it…")
                                                          : tr("Reading the nodes again, then deleting them…"));
    Q_EMIT carryOutRequested(m_plan, m_confirmation->text().trimmed());
}

void ReleaseDialog::startAsking()
{
    m_askedAtNs = nowNs();
    m_waiting = patience();
    m_progress->setRange(0, static_cast<int>(m_waiting.count()));
    enter(Stage::Asking);
    tick();
    Q_EMIT askRequested(m_plan, m_waiting, m_confirmation->text().trimmed());
}

void ReleaseDialog::tick()
{
    m_facts->tick();
    if (m_stage != Stage::Asking)
        return;
    const qint64 waited = (nowNs() - m_askedAtNs) / 1'000'000;
    m_progress->setValue(static_cast<int>(std::min<qint64>(waited, m_waiting.count())));
    m_banner->show(Banner::Severity::Note, tr("Asking the holder; waiting for its node to go…"),
                   tr("%1 of %2").arg(formatDuration(waited), formatDuration(m_waiting.count())));
}

void ReleaseDialog::copyNote()
{
    QGuiApplication::clipboard()->setText(observe::incidentNote(m_record ? m_recorded : m_plan, m_record).shown());
    m_note->setText(tr("Copied"));
}

QString ReleaseDialog::summary() const
{
    QStringList lines{m_title->text()};
    for (const auto *label : m_facts->findChildren<QLabel *>()) {
        if (!label->text().isEmpty())
            lines << label->text();
    }
    return lines.join(u'\n');
}

void ReleaseDialog::setOutcome(const observe::ReleaseOutcome &outcome)
{
    m_record = observe::ReleaseRecord::of(outcome);
    m_recorded = m_plan;
    m_note->setText(tr("Copy incident &note"));
    if (!outcome.error) {
        const QString what = m_plan.isOne() ? tr("%1 is gone.").arg(m_plan.target().path)
                                            : tr("%n nodes are gone.", nullptr, int(m_plan.targets.size()));
        m_banner->show(Banner::Severity::Note, tr("Deleted."),
                       (what + u' ' + tr("It is written down in the audit file.") + u' ' + outcome.windowReason.shown())
                           .trimmed());
        enter(Stage::Over);
        return;
    }
    const Error &error = *outcome.error;
    if (outcome.fresh) {
        m_plan = *outcome.fresh;
        m_confirmation->clear();
        showPlan();
    }
    if (error.outcomeUnknown())
        m_banner->show(Banner::Severity::Error, tr("Not known whether the node was deleted."),
                       error.sentence().shown());
    else if (outcome.fresh && outcome.fresh->mayBeOpen)
        m_banner->show(Banner::Severity::Warning, tr("Nothing was deleted: the window cannot be closed."),
                       tr("%1 Delete goes on all the same.").arg(outcome.windowReason.shown()));
    else if (outcome.fresh)
        m_banner->show(Banner::Severity::Warning, tr("Nothing was deleted: something changed meanwhile."),
                       tr("%1 Below is how it stands now.").arg(error.sentence().shown()));
    else
        m_banner->show(Banner::Severity::Error, tr("Nothing was deleted."), error.sentence().shown());
    // Without fresh facts about a node that is not the one shown there is nothing left to confirm.
    const bool gone = !outcome.fresh && (error.code == ErrorCode::NoNode || error.code == ErrorCode::IdentityChanged);
    enter(gone ? Stage::Over : Stage::Open);
}

void ReleaseDialog::setAskOutcome(const observe::AskOutcome &outcome)
{
    using Answer = observe::AskOutcome::Answer;
    m_record = observe::ReleaseRecord::of(outcome);
    m_recorded = m_plan;
    m_note->setText(tr("Copy incident &note"));
    if (outcome.fresh) {
        m_plan = *outcome.fresh;
        m_confirmation->clear();
        showPlan();
    }
    const QString reason = outcome.error ? outcome.error->sentence().shown() : QString();
    const QString stays = tr("The word stays in the node. The next rung is to delete it.");
    switch (outcome.answer) {
    case Answer::Released:
        m_banner->show(
            Banner::Severity::Note, tr("Released."),
            tr("%1 went %2 after its holder was asked.").arg(m_plan.target().path, formatDuration(outcome.waitedMs)));
        break;
    case Answer::Kept:
        m_banner->show(
            Banner::Severity::Warning,
            tr("The holder did not answer within %1: it keeps the lock.").arg(formatDuration(m_waiting.count())),
            stays);
        break;
    case Answer::Stopped:
        m_banner->show(Banner::Severity::Warning, tr("The holder was asked; its answer was not waited for."),
                       reason.isEmpty() ? stays : reason);
        break;
    case Answer::NotAsked: {
        const bool unknown = outcome.error && outcome.error->outcomeUnknown();
        m_banner->show(Banner::Severity::Error,
                       unknown ? tr("Not known whether the holder was asked.") : tr("The holder was not asked."),
                       reason);
        break;
    }
    }
    const bool gone =
        outcome.answer == Answer::Released
        || (outcome.answer == Answer::NotAsked && !outcome.fresh && outcome.error
            && (outcome.error->code == ErrorCode::NoNode || outcome.error->code == ErrorCode::IdentityChanged));
    if (outcome.answer == Answer::Kept || outcome.answer == Answer::Stopped)
        m_rung->setText(tr("It was asked. It may be waited for once more."));
    enter(gone ? Stage::Over : Stage::Open);
}

void ReleaseDialog::reject()
{
    if (m_stage == Stage::Asking)
        Q_EMIT stopAskingRequested(); // the answer follows
    else if (m_stage != Stage::Deleting)
        QDialog::reject();
}

void ReleaseDialog::closeEvent(QCloseEvent *event)
{
    if (m_stage == Stage::Open || m_stage == Stage::Over) {
        QDialog::closeEvent(event);
        return;
    }
    event->ignore();
    reject();
}

} // namespace lockscope::ui
