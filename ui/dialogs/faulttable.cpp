// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/faulttable.h"

#include "ui/models/faulttext.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::Fault;

namespace {

constexpr double usualRate = 0.01;
constexpr std::chrono::milliseconds usualDuration{500};

} // namespace

FaultTable::FaultTable(QWidget *parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
    , m_none(new QLabel(tr("None: only what you do by hand."), this))
    , m_add(new QPushButton(tr("Add a fault"), this))
{
    setTone(m_none, Tone::Muted);
    m_add->setProperty("kind", u"link"_s);
    m_add->setObjectName(u"addFault"_s);
    m_add->setCursor(Qt::PointingHandCursor);
    connect(m_add, &QPushButton::clicked, this, &FaultTable::addRow);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(0, 0, 0, 0);
    foot->addWidget(m_none, 1);
    foot->addStretch(0);
    foot->addWidget(m_add);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(5);
    m_column->addLayout(foot);
    updateRows();
}

void FaultTable::addRow()
{
    if (m_rows.size() >= mostRows)
        return;
    const QList<Fault> all = randomFaults();
    const auto fresh = std::find_if(all.begin(), all.end(), [this](Fault fault) {
        return std::none_of(m_rows.begin(), m_rows.end(),
                            [fault](const Row &row) { return row.fault->currentData().toInt() == int(fault); });
    });
    append({fresh == all.end() ? all.front() : *fresh, usualRate, usualDuration});
    m_rows.last().rate->setFocus();
    Q_EMIT changed();
}

void FaultTable::append(const lab::RandomFault &fault)
{
    Row row;
    row.widget = new QWidget(this);
    row.fault = new QComboBox(row.widget);
    row.fault->setObjectName(u"fault"_s);
    row.fault->setAccessibleName(tr("Random fault"));
    for (const Fault one : randomFaults()) {
        row.fault->addItem(randomFaultText(one), static_cast<int>(one));
        row.fault->setItemData(row.fault->count() - 1, faultHelp(one), Qt::ToolTipRole);
    }
    row.fault->setCurrentIndex(std::max(0, row.fault->findData(static_cast<int>(fault.fault))));
    row.rate = new QDoubleSpinBox(row.widget);
    row.rate->setObjectName(u"rate"_s);
    row.rate->setRange(0, 100);
    row.rate->setDecimals(2);
    row.rate->setSingleStep(0.5);
    row.rate->setSuffix(tr(" %"));
    row.rate->setValue(fault.rate * 100);
    row.rate->setAccessibleName(tr("Rate for each request"));
    row.rate->setToolTip(tr("How likely it is at each ZooKeeper request of a client"));
    row.rate->setFixedWidth(100);
    row.seconds = new QDoubleSpinBox(row.widget);
    row.seconds->setObjectName(u"seconds"_s);
    row.seconds->setRange(0.01, 3600);
    row.seconds->setDecimals(2);
    row.seconds->setSingleStep(0.5);
    row.seconds->setSuffix(tr(" s"));
    row.seconds->setValue(static_cast<double>(fault.duration.count()) / 1000);
    row.seconds->setAccessibleName(tr("How long it lasts"));
    row.seconds->setFixedWidth(100);
    row.atOnce = new QLabel(tr("once"), row.widget);
    setTone(row.atOnce, Tone::Muted);
    row.atOnce->setFixedWidth(100);
    auto *take = new QToolButton(row.widget);
    take->setIcon(icon(IconId::Close, Role::Suspended));
    take->setIconSize(QSize(12, 12));
    take->setToolTip(tr("Without this fault"));
    take->setAccessibleName(tr("Remove this fault"));
    auto *line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    line->addWidget(row.fault, 1);
    line->addWidget(row.rate);
    line->addWidget(row.seconds);
    line->addWidget(row.atOnce);
    line->addWidget(take);
    m_column->insertWidget(static_cast<int>(m_rows.size()), row.widget);
    m_rows.append(row);
    row.widget->show();

    connect(take, &QToolButton::clicked, this, [this, widget = row.widget] { remove(widget); });
    connect(row.fault, &QComboBox::currentIndexChanged, this, [this] {
        updateRows();
        Q_EMIT changed();
    });
    for (const QDoubleSpinBox *box : {row.rate, row.seconds})
        connect(box, &QDoubleSpinBox::valueChanged, this, &FaultTable::changed);
    updateRows();
}

void FaultTable::remove(const QWidget *widget)
{
    m_rows.removeIf([&](const Row &row) {
        if (row.widget != widget)
            return false;
        row.widget->hide();
        row.widget->deleteLater(); // its button was just clicked
        return true;
    });
    updateRows();
    Q_EMIT changed();
}

void FaultTable::updateRows()
{
    for (const Row &row : std::as_const(m_rows)) {
        const auto fault = static_cast<Fault>(row.fault->currentData().toInt());
        row.fault->setToolTip(faultHelp(fault));
        row.seconds->setVisible(faultLasts(fault));
        row.atOnce->setVisible(!faultLasts(fault));
    }
    m_none->setVisible(m_rows.isEmpty());
    m_add->setVisible(m_rows.size() < mostRows);
}

QList<lab::RandomFault> FaultTable::faults() const
{
    QList<lab::RandomFault> faults;
    for (const Row &row : m_rows) {
        lab::RandomFault fault;
        fault.fault = static_cast<Fault>(row.fault->currentData().toInt());
        fault.rate = row.rate->value() / 100;
        if (faultLasts(fault.fault))
            fault.duration = std::chrono::milliseconds(std::llround(row.seconds->value() * 1000));
        faults.append(fault);
    }
    return faults;
}

void FaultTable::setFaults(const QList<lab::RandomFault> &faults)
{
    while (!m_rows.isEmpty())
        remove(m_rows.last().widget);
    for (const lab::RandomFault &fault : faults.mid(0, mostRows))
        append(fault);
}

} // namespace lockscope::ui
