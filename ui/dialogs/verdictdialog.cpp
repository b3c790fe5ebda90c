// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/verdictdialog.h"

#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QJsonDocument>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>
#include <QToolTip>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

enum VerdictColumn { Mark, Key, Expected, Found, VerdictColumnCount };
constexpr int verdictRowHeight = 30;
constexpr int mostRowsShown = 10;

QString usText(qint64 us)
{
    return us < 1'000'000 ? VerdictDialog::tr("%1 ms").arg(double(us) / 1000, 0, 'f', 1) : formatDuration(us / 1000);
}

/// It shows what a lock is there for.
bool isWithoutLock(const lab::RunResult &result)
{
    return result.recipe == "none"_L1;
}

void addBanner(QBoxLayout *column, Banner::Severity severity, const QString &title, const QString &text)
{
    auto *banner = new Banner(column->parentWidget());
    banner->show(severity, title, text);
    column->addWidget(banner);
}

/// The numbers that clients wrote, in their order, a square each; duplicates stand out.
class NumberWall final : public QWidget
{
public:
    NumberWall(QList<lab::Stamp> stamps, QWidget *parent)
        : QWidget(parent)
        , m_stamps(std::move(stamps))
    {
        setObjectName(u"numbers"_s);
        setFont(monoFont(font()));
        qint64 largest = 0;
        for (const lab::Stamp &stamp : m_stamps)
            largest = std::max(largest, stamp.number);
        const QFontMetrics metrics(font());
        m_cell = {metrics.horizontalAdvance(QString::number(largest)) + 12, metrics.height() + 6};
        QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
        const auto duplicates = std::ranges::count(m_stamps, true, &lab::Stamp::isDuplicate);
        setAccessibleName(
            VerdictDialog::tr("%1 of %2 order numbers had been given out before").arg(duplicates).arg(m_stamps.size()));
    }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override
    {
        const int perRow = columns(width);
        return (int(m_stamps.size()) + perRow - 1) / perRow * (m_cell.height() + gap);
    }
    QSize sizeHint() const override { return {wish, heightForWidth(wish)}; }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        const Theme &theme = themeFor(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        for (int i = 0; i < int(m_stamps.size()); ++i) {
            const QRect cell = cellOf(i);
            if (!event->rect().intersects(cell))
                continue;
            const bool wrong = m_stamps[i].isDuplicate;
            painter.setPen(Qt::NoPen);
            painter.setBrush(wrong ? theme.wrong.fill : theme.raised);
            painter.drawRoundedRect(cell, 3, 3);
            painter.setPen(wrong ? theme.wrong.onFill : theme.text);
            painter.drawText(cell, Qt::AlignCenter, QString::number(m_stamps[i].number));
        }
    }

    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::ToolTip)
            return QWidget::event(event);
        const auto *help = static_cast<QHelpEvent *>(event); // NOLINT(*-static-cast-downcast)
        for (int i = 0; i < int(m_stamps.size()); ++i) {
            if (cellOf(i).contains(help->pos())) {
                QToolTip::showText(help->globalPos(), tellOf(i), this, cellOf(i));
                return true;
            }
        }
        QToolTip::hideText();
        return true;
    }

private:
    static constexpr int gap = 3;
    static constexpr int wish = 640;

    int columns(int width) const { return std::max(1, (width + gap) / (m_cell.width() + gap)); }
    QRect cellOf(int i) const
    {
        const int perRow = columns(width());
        return {QPoint(i % perRow * (m_cell.width() + gap), i / perRow * (m_cell.height() + gap)), m_cell};
    }
    QString tellOf(int i) const
    {
        const lab::Stamp &stamp = m_stamps[i];
        if (!stamp.isDuplicate)
            return VerdictDialog::tr("%1 wrote %2").arg(stamp.client, QString::number(stamp.number));
        const auto first = std::ranges::find(m_stamps, stamp.number, &lab::Stamp::number);
        return VerdictDialog::tr("%1 wrote %2, as %3 had before")
            .arg(stamp.client, QString::number(stamp.number), first->client);
    }

    QList<lab::Stamp> m_stamps;
    QSize m_cell;
};

} // namespace

QString figuresText(const lab::RunResult &result)
{
    if (isWithoutLock(result))
        return VerdictDialog::tr("No lock was taken: %n went on at once", nullptr, int(result.acquired));
    QStringList parts{VerdictDialog::tr("%1 acquired, %2 timed out, %3 failed")
                          .arg(result.acquired)
                          .arg(result.timedOut)
                          .arg(result.failed)};
    const QString middle = usText(result.handoffP50Us.value_or(0));
    if (const int count = int(result.handoffs); count == 1) {
        parts << VerdictDialog::tr("one hand-over, in %1").arg(middle);
    } else if (count > 1) {
        // Of fewer than a hundred the 99th percentile is the longest.
        const QString text = count < 100 ? VerdictDialog::tr("%n hand-overs (median %1, slowest %2)", nullptr, count)
                                         : VerdictDialog::tr("hand-over %1 (median), %2 (99th percentile)");
        parts << text.arg(middle, usText(result.handoffP99Us.value_or(0)));
    }
    if (result.wakeUpsPerRelease) {
        const QString woken = QString::number(*result.wakeUpsPerRelease, 'f', 1);
        parts << (woken == "1.0"_L1 ? VerdictDialog::tr("each release woke one client")
                                    : VerdictDialog::tr("each release woke %1 clients on average").arg(woken));
    }
    return parts.join(u" · "_s);
}

QString verdictText(const lab::Verdict &verdict)
{
    if (verdict.failed)
        return VerdictDialog::tr("Step %1 was not carried out").arg(verdict.failed->index + 1);
    const auto wrong =
        std::count_if(verdict.rows.begin(), verdict.rows.end(), [](const lab::Verdict::Row &row) { return !row.ok; });
    if (wrong > 0)
        return VerdictDialog::tr("%1 of %2 expectations not met").arg(wrong).arg(verdict.rows.size());
    if (verdict.isAsExpected() && isWithoutLock(verdict.result))
        return VerdictDialog::tr("As expected without a lock");
    return verdict.isAsExpected() ? VerdictDialog::tr("As expected") : VerdictDialog::tr("Not as expected");
}

Role verdictRole(const lab::Verdict &verdict)
{
    if (!verdict.isAsExpected())
        return Role::Wrong;
    return verdict.conclusion.weight == lab::Conclusion::Weight::Sound && !isWithoutLock(verdict.result)
               ? Role::Holding
               : Role::Neutral;
}

Role conclusionRole(const lab::Conclusion &conclusion)
{
    switch (conclusion.weight) {
    case lab::Conclusion::Weight::Sound: return Role::Holding;
    case lab::Conclusion::Weight::Notable: return Role::Suspended;
    case lab::Conclusion::Weight::Wrong: return Role::Wrong;
    }
    return Role::Neutral;
}

VerdictDialog::VerdictDialog(const lab::Verdict &verdict, QWidget *parent)
    : QDialog(parent)
    , m_verdict(verdict)
{
    setWindowTitle(tr("Result of %1").arg(Text::ofFile(verdict.title).shown()));
    auto *page = new QWidget(this);
    auto *inside = makeColumn(page, {}, 12, {});
    auto *column = makeColumn(this, {24, 20, 24, 20}, 12, {});
    buildHead(column);
    column->addWidget(givingWay(page, tr("What came of it"), this), 1);
    buildResult(inside);
    buildTable(inside);
    buildStamps(inside);
    buildLeftovers(inside);
    buildButtons(column);
    setMinimumWidth(700);
}

void VerdictDialog::showEvent(QShowEvent *event)
{
    fitHeight(this);
    QDialog::showEvent(event);
}

void VerdictDialog::buildHead(QBoxLayout *column)
{
    auto *pill = new Pill(verdictText(m_verdict), verdictRole(m_verdict), this);
    pill->setObjectName(u"verdict"_s);
    column->addLayout(
        makeRow(12, {{makeLabel(Text::ofFile(m_verdict.title).shown(), Tone::Title, this, Wraps), 1}, pill}));
    if (const QString concluded = m_verdict.conclusion.text.shown(); !concluded.isEmpty())
        column->addWidget(makeLabel(concluded, Tone::Heading, this, Wraps | Selectable));
}

void VerdictDialog::buildResult(QBoxLayout *column)
{
    QStringList figures{figuresText(m_verdict.result)};
    if (!m_verdict.duel.isEmpty()) {
        figures.clear();
        const QStringList names = lab::duelNames(m_verdict.duel);
        for (qsizetype i = 0; i < names.size(); ++i)
            figures << tr("%1: %2").arg(names[i], figuresText(m_verdict.duel[i].result));
    }
    for (const QString &line : std::as_const(figures)) {
        if (!line.isEmpty())
            column->addWidget(makeLabel(line, Tone::Muted, this, Wraps | Selectable));
    }
    if (m_verdict.failed) {
        const lab::Verdict::FailedStep &step = *m_verdict.failed;
        addBanner(column, Banner::Severity::Error,
                  tr("Step %1, line %2: %3").arg(step.index + 1).arg(step.line).arg(step.text.shown()),
                  step.error.sentence().shown());
    }
}

void VerdictDialog::buildTable(QBoxLayout *column)
{
    if (m_verdict.rows.isEmpty()) {
        column->addWidget(makeLabel(tr("The scenario expects nothing in particular."), Tone::Muted, this));
        return;
    }
    auto *table = new QTableWidget(static_cast<int>(m_verdict.rows.size()), VerdictColumnCount, this);
    table->setObjectName(u"expectations"_s);
    table->setAccessibleName(tr("Expectations"));
    table->setHorizontalHeaderLabels({QString(), tr("What"), tr("Expected"), tr("Found")});
    dressTable(table);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setFocusPolicy(Qt::NoFocus); // nothing in it can be chosen
    table->setStyleSheet(u"QTableView::item { padding: 0 7px; } QHeaderView::section { padding: 5px 3px; }"_s);
    table->setWordWrap(true);
    table->verticalHeader()->setDefaultSectionSize(verdictRowHeight);
    QHeaderView *header = table->horizontalHeader();
    header->setSectionResizeMode(Mark, QHeaderView::Fixed);
    header->resizeSection(Mark, 34);
    header->setSectionResizeMode(Key, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(Expected, QHeaderView::Stretch);
    header->setSectionResizeMode(Found, QHeaderView::Stretch);
    for (int i = 0; i < table->rowCount(); ++i) {
        const lab::Verdict::Row &row = m_verdict.rows[i];
        auto *mark = new QTableWidgetItem(
            icon(row.ok ? IconId::Ok : IconId::Failed, row.ok ? Role::Holding : Role::Wrong), QString());
        mark->setData(Qt::AccessibleTextRole, row.ok ? tr("met") : tr("not met"));
        mark->setToolTip(row.ok ? tr("met") : tr("not met"));
        table->setItem(i, Mark, mark);
        table->setItem(i, Key, new QTableWidgetItem(row.what.shown()));
        table->setItem(i, Expected, new QTableWidgetItem(row.expected.shown()));
        auto *found = new QTableWidgetItem(row.found.shown());
        if (!row.ok) {
            found->setForeground(themeFor(palette()).wrong.text);
            QFont bold = table->font();
            bold.setWeight(QFont::DemiBold);
            found->setFont(bold);
        }
        table->setItem(i, Found, found);
        for (int c = Key; c < VerdictColumnCount; ++c)
            table->item(i, c)->setToolTip(table->item(i, c)->text());
    }
    table->setFixedHeight(verdictRowHeight * std::min(mostRowsShown, table->rowCount()) + 34);
    auto *card = new QWidget(this);
    makePanel(card);
    makeColumn(card, {1, 1, 1, 1}, -1, {table});
    column->addWidget(card);
}

void VerdictDialog::buildStamps(QBoxLayout *column)
{
    if (m_verdict.duel.isEmpty())
        return buildNumbers(column, {}, m_verdict.stamps);
    const QStringList names = lab::duelNames(m_verdict.duel);
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto own = m_verdict.stamps;
        own.removeIf([&](const lab::Stamp &stamp) { return stamp.lock != m_verdict.duel[i].lock; });
        buildNumbers(column, names[i], own);
    }
}

/// \a side: of a duel; empty: there is none.
void VerdictDialog::buildNumbers(QBoxLayout *column, const QString &side, const QList<lab::Stamp> &stamps)
{
    if (stamps.isEmpty())
        return;
    const bool wrong = std::ranges::any_of(stamps, &lab::Stamp::isDuplicate);
    const QString text = wrong ? tr("The order numbers as they were given out; marked ones had been given out before")
                               : tr("The order numbers as they were given out: each one once");
    column->addWidget(makeLabel(side.isEmpty() ? text : tr("%1: %2").arg(side, text), Tone::Muted, this, Wraps));
    column->addWidget(new NumberWall(stamps, this));
}

void VerdictDialog::buildLeftovers(QBoxLayout *column)
{
    if (m_verdict.notLookedAt)
        addBanner(column, Banner::Severity::Warning, tr("Nodes that were left could not be looked for."),
                  m_verdict.notLookedAt->sentence().shown());
    if (m_verdict.result.orphans.isEmpty() || !m_verdict.result.areOrphansKnown)
        return;
    const QStringList first = m_verdict.result.orphans.mid(0, 5);
    QString text = first.join(u'\n');
    if (m_verdict.result.orphans.size() > first.size())
        text += u'\n' + tr("and %n more", nullptr, int(m_verdict.result.orphans.size() - first.size()));
    addBanner(column, Banner::Severity::Warning,
              tr("%n nodes were left after all clients had closed.", nullptr, int(m_verdict.result.orphans.size())),
              text);
}

void VerdictDialog::buildButtons(QBoxLayout *column)
{
    auto *copy = new QPushButton(icon(IconId::Copy), tr("Copy as JSON"), this);
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(
            QString::fromUtf8(QJsonDocument(m_verdict.toJson()).toJson(QJsonDocument::Indented)));
    });
    auto *save = new QPushButton(icon(IconId::Recording), tr("Save recording…"), this);
    connect(save, &QPushButton::clicked, this, &VerdictDialog::saveRecordingRequested);
    auto *again = new QPushButton(icon(IconId::Refresh), tr("Run again"), this);
    connect(again, &QPushButton::clicked, this, [this] {
        accept();
        Q_EMIT runAgainRequested();
    });
    auto *close = new QPushButton(tr("Close"), this);
    setButtonKind(close, ButtonKind::Primary);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    column->addLayout(makeRow(10, {copy, save, Part::stretch(), again, close}));
}

} // namespace lockscope::ui

#include "moc_verdictdialog.cpp"
