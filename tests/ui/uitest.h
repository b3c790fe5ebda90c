// SPDX-License-Identifier: Apache-2.0
// What nearly each test of widgets includes: the usual ones of Qt, its test functions, and how long tests wait.
#pragma once

#include "tests/support/files.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

namespace lockscope::ui {

/// The button that says \a name or is called so; none where there is no such button.
inline QAbstractButton *buttonNamed(const QObject &parent, const QString &name)
{
    for (auto *button : parent.findChildren<QAbstractButton *>()) {
        if (button->text() == name || button->accessibleName() == name)
            return button;
    }
    return nullptr;
}

} // namespace lockscope::ui
