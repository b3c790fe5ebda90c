// SPDX-License-Identifier: Apache-2.0
#include "ui/release/releasedialog.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
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

bool isGone(const Error &error)
{
    return error.code == ErrorCode::NoNode || error.code == ErrorCode::IdentityChanged;
}

} // namespace

ReleaseDialog::ReleaseDialog(const observe::ReleasePlan &plan, OwnName ownName, QWidget *parent)
    : QDialog(parent)
    , m_plan(plan)
    , m_ownName(std::move(ownName))
    , m_title(makeLabel({}, Tone::Title, this, Wraps | Selectable))
    , m_where(new QWidget(this))
    , m_ensemble(makeLabel({}, Tone::Muted, m_where, Selectable))
    , m_factsSlot(new QVBoxLayout)
    , m_confirm(new QWidget(this))
    , m_confirmLabel(makeLabel({}, Tone::Muted, m_confirm, Selectable))
    , m_confirmation(new QLineEdit(m_confirm))
    , m_banner(new Banner(this))
    , m_progress(new QProgressBar(this))
    , m_rung(makeLabel({}, Tone::Muted, this, Wraps | Selectable))
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
    connect(m_confirmation, &QLineEdit::returnPressed, m_delete, qOverload<>(&QWidget::setFocus));
    auto *clock = new QTimer(this);
    clock->setInterval(1000);
    connect(clock, &QTimer::timeout, this, &ReleaseDialog::tick);
    clock->start();
    showPlan();
    (m_plan.production ? static_cast<QWidget *>(m_confirmation) : m_cancel)->setFocus();
}

void ReleaseDialog::makeLayout()
{
    m_progress->hide();
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Time left for the holder"));
    setButtonKind(m_delete, ButtonKind::Danger);
    m_delete->setObjectName(u"deleteButton"_s);
    for (QPushButton *button : {m_delete, m_ask, m_note}) // Return must not do any of these by itself
        button->setAutoDefault(false);
    m_cancel->setObjectName(u"cancelButton"_s);
    // Return in the field of the name would close the dialog as if all was done.
    m_cancel->setAutoDefault(!m_plan.production);
    m_cancel->setDefault(!m_plan.production);
    auto *production = new Pill(tr("production"), Role::Wrong, m_where);
    production->setVisible(m_plan.production);
    makeRow(m_where, {}, -1, {production, {m_ensemble, 1}});
    makeColumn(m_confirm, {}, 6, {m_confirmLabel, m_confirmation});
    m_confirmation->setMaximumWidth(340);
    m_confirmLabel->setBuddy(m_confirmation);
    auto *facts = new QWidget(this);
    facts->setLayout(m_factsSlot);
    m_factsSlot->setContentsMargins({});
    makeColumn(this, {24, 22, 24, 22}, 13,
               {m_title,
                m_where,
                m_banner,
                m_progress,
                {givingWay(facts, tr("What would be done"), this), 1},
                m_confirm,
                rungRow(),
                Part::gap(6),
                makeRow(10, {m_note, Part::stretch(), m_cancel, m_delete})});
    setMinimumWidth(640);
    const QList<QWidget *> order{m_confirmation, m_ask, m_patience, m_note, m_cancel, m_delete};
    for (qsizetype i = 1; i < order.size(); ++i)
        QWidget::setTabOrder(order[i - 1], order[i]);
}

QLayout *ReleaseDialog::rungRow()
{
    m_patience->setAccessibleName(tr("How long the holder is waited for"));
    m_patience->setToolTip(m_patience->accessibleName());
    for (const std::chrono::seconds limit : patiences)
        setPatience(limit);
    setPatience(usualPatience);
    return makeRow(10, {m_ask, m_patience, {m_rung, 1}});
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
    m_title->setText(visible(ReleaseFacts::title(m_plan, m_ownName)));
    m_ensemble->setText(visible(m_plan.ensemble));
    m_where->setVisible(!m_plan.ensemble.isEmpty());
    delete m_facts;
    m_facts = new ReleaseFacts(m_plan, m_ownName, this);
    m_factsSlot->addWidget(m_facts);
    m_facts->show(); // a layout shows what is new in it later, and it is measured now
    m_confirm->setVisible(m_plan.production);
    m_confirmLabel->setText(tr("Type the lock’s name to confirm: %1").arg(visible(m_plan.confirmation())));
    m_confirmation->setAccessibleName(m_confirmLabel->text());
    m_delete->setText(m_plan.isOne() ? tr("&Delete this node")
                                     : tr("&Delete these %n nodes", nullptr, int(m_plan.targets.size())));
    m_rung->setText(rungText());
    // The first thing to do, unless the holder does not listen.
    setButtonKind(m_ask, m_plan.target().owner.listens.value_or(true) ? ButtonKind::Primary : ButtonKind::Secondary);
    setAccessibleDescription(summary());
    updateButtons();
    fitHeight(this);
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
    if (stage == Stage::Over) {
        m_facts->end();
        m_cancel->setFocus();
    }
    fitHeight(this);
}

void ReleaseDialog::showEvent(QShowEvent *event)
{
    fitHeight(this);
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
    if (m_stage != Stage::Over)
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

void ReleaseDialog::setRecord(const observe::ReleaseRecord &record)
{
    m_record = record;
    m_recorded = m_plan;
    m_note->setText(tr("Copy incident &note"));
}

void ReleaseDialog::showFresh(const std::optional<observe::ReleasePlan> &fresh)
{
    if (!fresh)
        return;
    m_plan = *fresh;
    m_confirmation->clear();
    showPlan();
}

void ReleaseDialog::setOutcome(const observe::ReleaseOutcome &outcome)
{
    setRecord(observe::ReleaseRecord::of(outcome));
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
    showFresh(outcome.fresh);
    if (error.outcomeUnknown())
        m_banner->show(Banner::Severity::Error, tr("Not known whether the node was deleted."),
                       error.sentence().shown());
    else if (outcome.fresh && outcome.fresh->mayBeOpen)
        m_banner->show(Banner::Severity::Warning,
                       tr("Nothing was deleted yet: what is deleted cannot be made certain."),
                       tr("%1 Delete once more goes on all the same.").arg(outcome.windowReason.shown()));
    else if (outcome.fresh)
        m_banner->show(Banner::Severity::Warning, tr("Nothing was deleted: something changed meanwhile."),
                       tr("%1 Below is how it stands now.").arg(error.sentence().shown()));
    else
        m_banner->show(Banner::Severity::Error, tr("Nothing was deleted."), error.sentence().shown());
    // Without fresh facts about a node that is not the one shown there is nothing left to confirm.
    enter(!outcome.fresh && isGone(error) ? Stage::Over : Stage::Open);
}

void ReleaseDialog::setGone()
{
    if (m_stage != Stage::Open)
        return; // what was asked for is answered
    m_banner->show(Banner::Severity::Note, tr("Nothing is left to release."),
                   m_plan.isOne() ? tr("%1 went while this was open.").arg(m_plan.target().path)
                                  : tr("All of these nodes went while this was open."));
    enter(Stage::Over);
}

void ReleaseDialog::setAskOutcome(const observe::AskOutcome &outcome)
{
    using Answer = observe::AskOutcome::Answer;
    setRecord(observe::ReleaseRecord::of(outcome));
    showFresh(outcome.fresh);
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
        || (outcome.answer == Answer::NotAsked && !outcome.fresh && outcome.error && isGone(*outcome.error));
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

#include "moc_releasedialog.cpp"
