// SPDX-License-Identifier: Apache-2.0
#include "ui/clients/faultmenu.h"

#include "ui/clients/clientactions.h"
#include "ui/models/faulttext.h"
#include "ui/theme/format.h"

#include <QCoreApplication>
#include <QInputDialog>
#include <QMenu>

#include <cmath>

namespace lockscope::ui {

using namespace std::chrono_literals;
using journal::Fault;
using std::chrono::milliseconds;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct FaultMenuText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::FaultMenuText)
};

QString titleOf(Fault fault, qsizetype count)
{
    QString text = faultText(fault);
    if (fault == Fault::Pause)
        text = FaultMenuText::tr("Pause for");
    else if (fault == Fault::Partition)
        text = FaultMenuText::tr("Cut off for");
    else if (fault == Fault::Delay)
        text = FaultMenuText::tr("Delay everything by");
    return count > 1 ? FaultMenuText::tr("%1 (%2 clients)").arg(text).arg(count) : text;
}

void askForSeconds(QWidget *parent, Fault fault, const std::function<void(const lab::FaultRequest &)> &ask)
{
    auto *dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setWindowTitle(faultText(fault));
    dialog->setLabelText(fault == Fault::Delay ? FaultMenuText::tr("Seconds by which everything is late:")
                                               : FaultMenuText::tr("For how many seconds:"));
    dialog->setDoubleRange(0.01, 86'400);
    dialog->setDoubleDecimals(2);
    dialog->setDoubleValue(fault == Fault::Delay ? 0.5 : 10);
    QObject::connect(dialog, &QInputDialog::doubleValueSelected, dialog, [fault, ask](double seconds) {
        ask({fault, milliseconds(std::llround(seconds * 1000))});
    });
    dialog->open();
}

void addLasting(QMenu *menu, Fault fault, const FaultChoices &choices)
{
    const auto count = choices.count(fault);
    QMenu *times = menu->addMenu(icon(actionIcon(fault)), titleOf(fault, count));
    times->setEnabled(count > 0);
    times->menuAction()->setToolTip(faultHelp(fault));
    const auto add = [&](const QString &text, milliseconds time) {
        times->addAction(text, menu, [ask = choices.ask, fault, time] { ask({fault, time}); });
    };
    const bool delay = fault == Fault::Delay;
    const QList<milliseconds> usual =
        delay ? QList<milliseconds>{50ms, 200ms, 1000ms} : QList<milliseconds>{1000ms, 5000ms};
    for (const milliseconds time : usual)
        add(delay && time < 1000ms ? FaultMenuText::tr("%1 ms").arg(time.count()) : formatDuration(time.count()), time);
    if (!delay) {
        if (choices.sessionTimeout.count() > 0) {
            const milliseconds past = choices.sessionTimeout + 2000ms;
            add(FaultMenuText::tr("%1: past the session timeout").arg(formatDuration(past.count())), past);
        }
        add(fault == Fault::Pause ? FaultMenuText::tr("until I resume it") : FaultMenuText::tr("until I heal it"), 0ms);
    }
    times->addSeparator();
    times->addAction(FaultMenuText::tr("Other…"), menu,
                     [parent = menu->parentWidget(), ask = choices.ask, fault] { askForSeconds(parent, fault, ask); });
}

void addMoment(QMenu *menu, Fault fault, const FaultChoices &choices)
{
    const auto count = choices.count(fault);
    QAction *action = menu->addAction(icon(actionIcon(fault)), titleOf(fault, count), menu, [ask = choices.ask, fault] {
        ask({fault, {}});
    });
    action->setEnabled(count > 0);
    action->setToolTip(faultHelp(fault));
}

} // namespace

void addFaults(QMenu *menu, const FaultChoices &choices)
{
    menu->setToolTipsVisible(true);
    addMoment(menu, Fault::Crash, choices);
    addMoment(menu, Fault::Expire, choices);
    menu->addSeparator();
    addLasting(menu, Fault::Pause, choices);
    addMoment(menu, Fault::Resume, choices);
    menu->addSeparator();
    addLasting(menu, Fault::Partition, choices);
    addLasting(menu, Fault::Delay, choices);
    addMoment(menu, Fault::Heal, choices);
    menu->addSeparator();
    addMoment(menu, Fault::LoseReply, choices);
    addMoment(menu, Fault::LoseCreateReply, choices);
}

} // namespace lockscope::ui
