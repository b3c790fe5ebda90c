// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/verdictdialog.h"

#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonDocument>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

enum Column { Mark, Key, Expected, Found, ColumnCount };
constexpr int tableRowHeight = 30;
constexpr int mostRowsShown = 10;

QString msText(double us)
{
    return VerdictDialog::tr("%1 ms").arg(us / 1000, 0, 'f', 1);
}

} // namespace

QString figuresText(const QJsonObject &report)
{
    QStringList parts;
    if (report.contains(u"acquired"_s))
        parts << VerdictDialog::tr("%1 acquired, %2 timed out, %3 failed")
                     .arg(report[u"acquired"_s].toInt())
                     .arg(report[u"timed_out"_s].toInt())
                     .arg(report[u"failed"_s].toInt());
    const QJsonObject handoff = report[u"handoff"_s].toObject();
    if (handoff[u"count"_s].toInt() > 0)
        parts << VerdictDialog::tr("hand-over %1 in the middle, %2 at the 99th percentile")
                     .arg(msText(handoff[u"p50_us"_s].toDouble()), msText(handoff[u"p99_us"_s].toDouble()));
    if (report.contains(u"watch_events_per_release"_s))
        parts << VerdictDialog::tr("%1 events per release")
                     .arg(report[u"watch_events_per_release"_s].toDouble(), 0, 'f', 1);
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
    return verdict.isAsExpected() ? VerdictDialog::tr("As expected") : VerdictDialog::tr("Not as expected");
}

VerdictDialog::VerdictDialog(const lab::Verdict &verdict, QWidget *parent)
    : QDialog(parent)
    , m_verdict(verdict)
{
    setWindowTitle(tr("Result of %1").arg(Text::ofFile(verdict.title).shown()));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(12);
    buildHead(column);
    buildTable(column);
    buildLeftovers(column);
    column->addStretch(1);
    buildButtons(column);
    setMinimumWidth(700);
}

void VerdictDialog::buildHead(QBoxLayout *column)
{
    auto *title = new QLabel(Text::ofFile(m_verdict.title).shown(), this);
    setTone(title, Tone::Title);
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    const bool good = m_verdict.isAsExpected();
    auto *pill = new Pill(verdictText(m_verdict), good ? Role::Holding : Role::Wrong, this);
    pill->setObjectName(u"verdict"_s);
    auto *head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(title, 1);
    head->addWidget(pill);
    column->addLayout(head);
    if (const QString figures = figuresText(m_verdict.report); !figures.isEmpty()) {
        auto *text = new QLabel(figures, this);
        setTone(text, Tone::Muted);
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(text);
    }
    if (m_verdict.failed) {
        const lab::Verdict::FailedStep &step = *m_verdict.failed;
        auto *banner = new Banner(this);
        banner->show(Banner::Severity::Error,
                     tr("Step %1, line %2: %3").arg(step.index + 1).arg(step.line).arg(step.text.shown()),
                     step.error.sentence().shown());
        column->addWidget(banner);
    }
}

void VerdictDialog::buildTable(QBoxLayout *column)
{
    if (m_verdict.rows.isEmpty()) {
        auto *none = new QLabel(tr("The scenario expects nothing in particular."), this);
        setTone(none, Tone::Muted);
        column->addWidget(none);
        return;
    }
    auto *table = new QTableWidget(static_cast<int>(m_verdict.rows.size()), ColumnCount, this);
    table->setObjectName(u"expectations"_s);
    table->setAccessibleName(tr("Expectations"));
    table->setHorizontalHeaderLabels({QString(), tr("What"), tr("Expected"), tr("Found")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setFocusPolicy(Qt::NoFocus); // nothing in it can be chosen
    table->setStyleSheet(u"QTableView::item { padding: 0 7px; } QHeaderView::section { padding: 5px 3px; }"_s);
    table->setWordWrap(true);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(tableRowHeight);
    QHeaderView *header = table->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
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
        for (int c = Key; c < ColumnCount; ++c)
            table->item(i, c)->setToolTip(table->item(i, c)->text());
    }
    table->setFixedHeight(tableRowHeight * std::min(mostRowsShown, table->rowCount()) + 34);
    auto *card = new QWidget(this);
    makePanel(card);
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(table);
    column->addWidget(card);
}

void VerdictDialog::buildLeftovers(QBoxLayout *column)
{
    if (m_verdict.notLookedAt) {
        auto *banner = new Banner(this);
        banner->show(Banner::Severity::Warning, tr("Nobody could look for nodes that were left."),
                     m_verdict.notLookedAt->sentence().shown());
        column->addWidget(banner);
    }
    if (m_verdict.orphans.isEmpty())
        return;
    auto *banner = new Banner(this);
    const QStringList first = m_verdict.orphans.mid(0, 5);
    QString text = first.join(u'\n');
    if (m_verdict.orphans.size() > first.size())
        text += u'\n' + tr("and %n more", nullptr, int(m_verdict.orphans.size() - first.size()));
    banner->show(Banner::Severity::Warning,
                 tr("%n nodes were left after all clients had closed.", nullptr, int(m_verdict.orphans.size())), text);
    column->addWidget(banner);
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
    auto *row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(copy);
    row->addWidget(save);
    row->addStretch(1);
    row->addWidget(again);
    row->addWidget(close);
    column->addLayout(row);
}

} // namespace lockscope::ui
