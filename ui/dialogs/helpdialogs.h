// SPDX-License-Identifier: Apache-2.0
// Dialogs that only inform: about the program, its keys, the logs of a sandbox. They change nothing.
#pragma once

#include "core/servers/sandbox.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QMenuBar;
class QPlainTextEdit;

namespace lockscope::ui {

/// What this program is, which version, and under which licence.
class AboutDialog : public QDialog
{
    Q_OBJECT
public:
    explicit AboutDialog(QWidget *parent = nullptr);
};

/// The keys of the program, read from its actions, so that the list is never out of step with them.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT
public:
    /// Of the actions in the menus of \a bar, by menu; those without a key are left out.
    explicit ShortcutsDialog(const QMenuBar *bar, QWidget *parent = nullptr);

protected:
    void showEvent(QShowEvent *event) override;
};

/// The logs of a sandbox's servers, read from their files: the end of one, and where the file is.
/// Never follows by itself; *Read again* does. Knows nothing of servers that are not a sandbox's.
class ServerLogDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ServerLogDialog(const servers::SandboxInfo &sandbox, QWidget *parent = nullptr);

private:
    void reload();

    servers::SandboxInfo m_sandbox;
    QComboBox *m_server;
    QLabel *m_file;
    QPlainTextEdit *m_text;
};

} // namespace lockscope::ui
