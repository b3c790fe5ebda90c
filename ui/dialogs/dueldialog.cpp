// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/dueldialog.h"

#include "core/scenario/duel.h"
#include "ui/theme/building.h"

#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// More are no picture of two queues any more; a file or the command line has them.
constexpr int mostClientsOfASide = 200;
constexpr int mostRoundsOfAClient = 1'000;
constexpr int longestHoldMs = 60'000;

QSpinBox *makeNumber(const QString &name, int least, int most, int value, QWidget *parent)
{
    auto *box = new QSpinBox(parent);
    box->setObjectName(name);
    box->setRange(least, most);
    box->setValue(value);
    return box;
}

} // namespace

DuelDialog::DuelDialog(QWidget *parent)
    : FormDialog(tr("Two recipes side by side"),
                 tr("The same clients, on one clock. Each side has a counter of its own: a number that it gives out "
                    "twice shows what the lock was worth."),
                 tr("Run"), parent)
{
    const lab::SpawnRequest usual = lab::usualDuelists();
    m_clients = makeNumber(u"duelClients"_s, 1, mostClientsOfASide, usual.count, this);
    m_rounds = makeNumber(u"duelRounds"_s, 1, mostRoundsOfAClient, usual.rounds, this);
    m_holdMs = makeNumber(u"duelHold"_s, 0, longestHoldMs, static_cast<int>(usual.hold.min.count()), this);
    m_holdMs->setSuffix(tr(" ms"));
    const QStringList names = lab::sidesOfDuels();
    for (QComboBox *&side : m_sides) {
        side = new QComboBox(this);
        for (const QString &name : names)
            side->addItem(lab::sideText(name).shown(), name);
        connect(side, &QComboBox::currentIndexChanged, this, [this] { validate(); });
    }
    m_sides[0]->setObjectName(u"duelFirst"_s);
    m_sides[1]->setObjectName(u"duelSecond"_s);
    m_sides[0]->setCurrentIndex(static_cast<int>(names.indexOf(u"queue-herd"_s)));
    m_sides[1]->setCurrentIndex(static_cast<int>(names.indexOf(u"mutex"_s)));
    addFieldsRow(form(), tr("Left"), makeRow(10, {{m_sides[0], 1}}), m_sides[0]);
    addFieldsRow(form(), tr("Right"), makeRow(10, {{m_sides[1], 1}}), m_sides[1]);
    addFieldsRow(form(), tr("Clients"),
                 makeRow(10, {m_clients, makeLabel(tr("on each side, rounds each:"), Tone::Muted, this), m_rounds,
                              Part::stretch()}),
                 m_clients);
    addFieldsRow(form(), tr("Hold time"), makeRow(10, {m_holdMs, Part::stretch()}), m_holdMs);
    m_sides[0]->setFocus();
    validate();
}

Result<lab::Scenario> DuelDialog::duel() const
{
    lab::SpawnRequest clients = lab::usualDuelists();
    clients.count = m_clients->value();
    clients.rounds = m_rounds->value();
    const std::chrono::milliseconds hold(m_holdMs->value());
    clients.hold = {lab::HoldTime::Kind::Fixed, hold, hold};
    return lab::duelOf({m_sides[0]->currentData().toString(), m_sides[1]->currentData().toString()}, clients);
}

QString DuelDialog::findProblem() const
{
    const auto scenario = duel();
    return scenario ? QString() : scenario.error().sentence().shown();
}

} // namespace lockscope::ui

#include "moc_dueldialog.cpp"
