// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/serverlogdialog.h"

#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>

namespace lockscope::ui {

namespace {

/// What is shown of a log: its end.
constexpr qint64 shownBytes = 256 * 1024;

} // namespace

ServerLogDialog::ServerLogDialog(const lab::SandboxInfo &sandbox, QWidget *parent)
    : QDialog(parent)
    , m_sandbox(sandbox)
    , m_server(new QComboBox(this))
    , m_file(new QLabel(this))
    , m_text(new QPlainTextEdit(this))
{
    setWindowTitle(tr("Server log"));
    resize(900, 560);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);

    auto *top = new QHBoxLayout;
    for (const lab::SandboxServer &server : sandbox.servers)
        m_server->addItem(server.clientAddress);
    m_server->setAccessibleName(tr("Server"));
    top->addWidget(m_server);
    setTone(m_file, Tone::Muted);
    m_file->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    top->addWidget(m_file, 1);
    column->addLayout(top);

    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(monoFont(font()));
    m_text->setAccessibleName(tr("Log"));
    column->addWidget(m_text, 1);

    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    auto *again = new QPushButton(tr("Reload"), this);
    auto *close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    buttons->addWidget(again);
    buttons->addWidget(close);
    column->addLayout(buttons);

    connect(m_server, &QComboBox::currentIndexChanged, this, &ServerLogDialog::reload);
    connect(again, &QPushButton::clicked, this, &ServerLogDialog::reload);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    reload();
}

void ServerLogDialog::reload()
{
    const QString path = m_sandbox.servers.value(m_server->currentIndex()).logFile;
    m_file->setText(path);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        m_text->setPlainText(tr("The log cannot be read: %1").arg(file.errorString()));
        return;
    }
    const qint64 skipped = std::max<qint64>(0, file.size() - shownBytes);
    file.seek(skipped);
    m_text->setPlainText((skipped > 0 ? tr("… %1 bytes before\n").arg(skipped) : QString())
                         + QString::fromUtf8(file.readAll()));
    m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
}

} // namespace lockscope::ui
