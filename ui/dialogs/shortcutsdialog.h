// SPDX-License-Identifier: Apache-2.0
// The keys of the program, read from its actions, so that the list is never out of step with them.
#pragma once

#include <QDialog>
#include <QList>

class QAction;

namespace lockscope::ui {

class ShortcutsDialog : public QDialog
{
    Q_OBJECT
public:
    /// A heading and its actions; those without a key are left out.
    struct Group
    {
        QString title;
        QList<QAction *> actions;
    };

    explicit ShortcutsDialog(const QList<Group> &groups, QWidget *parent = nullptr);
};

} // namespace lockscope::ui
