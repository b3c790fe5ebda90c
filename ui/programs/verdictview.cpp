// SPDX-License-Identifier: Apache-2.0
#include "ui/programs/verdictview.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QKeyEvent>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using trial::TrialEnd;

namespace {

QString endSentence(const trial::TrialVerdict &verdict)
{
    if (verdict.end().why == TrialEnd::Why::Stopped)
        return VerdictView::tr("It was stopped before its end: what is told here is not all.");
    return verdict.isPassed() ? VerdictView::tr("Nothing was wrong: the lock held, and all got through.")
                              : VerdictView::tr("Not passed.");
}

} // namespace

QString trialVerdictWord(const trial::TrialVerdict &verdict)
{
    if (verdict.firstWrong())
        return journal::ruleName(verdict.firstWrong()->violation.rule);
    if (verdict.end().why == TrialEnd::Why::Stopped)
        return VerdictView::tr("Stopped");
    return verdict.isPassed() ? VerdictView::tr("Passed") : VerdictView::tr("Not passed");
}

VerdictView::VerdictView(QWidget *parent)
    : QListWidget(parent)
{
    setObjectName(u"trialVerdict"_s);
    setAccessibleName(tr("Verdict"));
    setWordWrap(true);
    setResizeMode(QListView::Adjust);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    connect(this, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem *item) { emitOf(item, &VerdictView::eventWanted); });
}

void VerdictView::setVerdict(const trial::TrialVerdict &verdict, const QString &figures, quint64 seed)
{
    clear();
    if (const auto &wrong = verdict.firstWrong()) {
        QListWidgetItem *head =
            add(tr("%1: %2").arg(journal::ruleName(wrong->violation.rule), visible(wrong->violation.text.shown())));
        head->setIcon(icon(IconId::Failed, Role::Wrong));
        head->setForeground(themeFor(palette()).wrong.text);
        head->setData(EventRole, wrong->event.number);
        head->setData(ClientRole, journal::clientOf(wrong->event.what).value);
        const auto addOne = [&](const journal::Event &event) {
            addEvent(event, verdict.nameOf(journal::clientOf(event.what)), event.number == wrong->event.number);
        };
        for (const journal::Event &event : wrong->picture)
            addOne(event);
        addHeading(wrong->faultBefore ? tr("The fault before it:") : tr("No fault came before it."));
        if (wrong->faultBefore)
            addOne(*wrong->faultBefore);
    } else {
        const bool passed = verdict.isPassed();
        add(endSentence(verdict))
            ->setIcon(passed ? icon(IconId::Ok, Role::Holding) : icon(IconId::Warning, Role::Waiting));
    }
    for (const Text &trouble : verdict.troubles())
        add(visible(trouble.shown()))->setIcon(icon(IconId::Warning, Role::Waiting));
    if (!figures.isEmpty())
        addHeading(figures);
    addHeading(tr("Seed %1").arg(seed));
    scrollToTop();
}

void VerdictView::setFailed(const QString &title, const QString &why)
{
    clear();
    add(title)->setIcon(icon(IconId::Failed, Role::Wrong));
    addHeading(why);
}

QString VerdictView::allText() const
{
    QString text;
    for (int row = 0; row < count(); ++row)
        text += item(row)->text() + u'\n';
    return text;
}

QListWidgetItem *VerdictView::add(const QString &text)
{
    auto *item = new QListWidgetItem(text, this);
    item->setToolTip(plainToolTip(text));
    return item;
}

void VerdictView::addEvent(const journal::Event &event, const QString &client, bool wrong)
{
    const QString time = toDateTime(event.atNs).toLocalTime().toString(u"HH:mm:ss.zzz"_s);
    const QString what = visible(journal::describe(event.what, client).shown());
    QListWidgetItem *item = add(u"%1  %2  %3"_s.arg(event.number).arg(time, what));
    item->setFont(scaledFont(font(), 1, wrong ? QFont::DemiBold : QFont::Normal));
    item->setData(EventRole, event.number);
    item->setData(ClientRole, journal::clientOf(event.what).value);
}

void VerdictView::addHeading(const QString &text)
{
    QListWidgetItem *item = add(text);
    item->setForeground(themeFor(palette()).muted);
    item->setFlags(item->flags() & ~Qt::ItemIsSelectable);
}

void VerdictView::emitOf(const QListWidgetItem *item, void (VerdictView::*signal)(quint64, ClientId))
{
    if (!item || !item->data(EventRole).isValid())
        return;
    (this->*signal)(item->data(EventRole).toULongLong(), ClientId{item->data(ClientRole).toUInt()});
}

void VerdictView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return emitOf(currentItem(), &VerdictView::eventWanted);
    const QListWidgetItem *before = currentItem();
    QListWidget::keyPressEvent(event);
    if (currentItem() != before)
        emitOf(currentItem(), &VerdictView::eventChosen);
}

/// Goes nowhere because the keyboard comes to it: that of views chooses a row.
void VerdictView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event); // NOLINT(bugprone-parent-virtual-call)
    viewport()->update();
}

} // namespace lockscope::ui

#include "moc_verdictview.cpp"
