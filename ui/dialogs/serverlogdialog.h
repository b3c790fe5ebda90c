// SPDX-License-Identifier: Apache-2.0
// The logs of a sandbox's servers, read from their files: the end of one, and where the file is.
// Never follows by itself; Reload reads again. Knows nothing of servers that are not a sandbox's.
#pragma once

#include "core/lab/sandbox.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace lockscope::ui {

class ServerLogDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ServerLogDialog(const lab::SandboxInfo &sandbox, QWidget *parent = nullptr);

private:
    void reload();

    lab::SandboxInfo m_sandbox;
    QComboBox *m_server;
    QLabel *m_file;
    QPlainTextEdit *m_text;
};

} // namespace lockscope::ui
