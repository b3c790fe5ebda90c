// SPDX-License-Identifier: Apache-2.0
// What each test of the whole window includes, and a window for one that goes through it as somebody does who clicks.
#pragma once

#include "tests/ui/uitest.h"
#include "ui/clients/clientsmodel.h"
#include "ui/clients/clientspanel.h"
#include "ui/details/detailspanel.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/spawndialog.h"
#include "ui/journal/journalpanel.h"
#include "ui/locks/lockspanel.h"
#include "ui/queue/queuepanel.h"
#include "ui/queue/queueview.h"
#include "ui/selection/selection.h"
#include "ui/settings/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/recordingflow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/scenarioflow.h"
#include "ui/shell/startpage.h"
#include "ui/shell/workspace.h"
#include "ui/stage/stagepanel.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"
#include "ui/world/liveworld.h"

#include <QTemporaryDir>

#include <algorithm>
#include <memory>

namespace lockscope::ui {

/// Opens the menus of these entries and those within: some are filled only then.
inline void openMenus(const QList<QAction *> &actions)
{
    for (const QAction *action : actions) {
        if (QMenu *menu = action->menu()) {
            Q_EMIT menu->aboutToShow();
            openMenus(menu->actions());
        }
    }
}

class WindowTest : public QObject
{
protected:
    /// With settings of its own; it is not shown yet.
    void makeWindow(bool asksBeforeLoss = true)
    {
        applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light);
        m_window.reset();
        m_settings = std::make_unique<Settings>(m_dir.filePath(QStringLiteral("settings-%1.ini").arg(++m_made)));
        if (!asksBeforeLoss)
            m_settings->setAsksBeforeLoss(false);
        m_window = std::make_unique<MainWindow>(m_settings.get());
    }

    Workspace *workspace() const { return m_window->workspace(); }
    const journal::World &world() const { return m_window->world()->world(); }
    bool isOpen() const
    {
        return m_window->isOpen() && m_window->controller()->phase() == SessionController::Phase::Open;
    }
    void click(const QString &name) const
    {
        auto *button = m_window->findChild<QPushButton *>(name);
        QVERIFY2(button && button->isEnabled(), qPrintable(name));
        QTest::mouseClick(button, Qt::LeftButton);
    }
    /// Whether what was seen may be lost.
    QMessageBox *question() const { return m_window->findChild<QMessageBox *>(QStringLiteral("beforeLoss")); }
    void answer(const QString &text) const
    {
        QVERIFY(question());
        const QList<QAbstractButton *> buttons = question()->buttons();
        const auto button = std::ranges::find(buttons, text, &QAbstractButton::text);
        QVERIFY2(button != buttons.end(), qPrintable(text));
        (*button)->click();
    }

    QTemporaryDir m_dir;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;

private:
    int m_made = 0;
};

} // namespace lockscope::ui
