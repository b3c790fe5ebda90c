// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/helpdialogs.h"

#include "ui/theme/icon.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QFile>
#include <QGridLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

AboutDialog::AboutDialog(QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("About Lockscope"));
    auto *picture = new QLabel(this);
    picture->setPixmap(icon(IconId::App).pixmap(QSize(64, 64), devicePixelRatioF()));
    auto *name = new QLabel(tr("Lockscope %1").arg(QStringLiteral(LOCKSCOPE_VERSION)), this);
    setTone(name, Tone::Title);
    auto *what =
        new QLabel(tr("Shows and tests the locks of an Apache ZooKeeper ensemble: who holds, who waits for whom, "
                      "and what a release does."),
                   this);
    what->setWordWrap(true);
    auto *fine = new QLabel(tr("Licensed under Apache-2.0. Qt %1.").arg(QString::fromLatin1(qVersion())), this);
    setTone(fine, Tone::Small);
    auto *close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);

    auto *text = new QVBoxLayout;
    text->setSpacing(8);
    text->addWidget(name);
    text->addWidget(what);
    text->addWidget(fine);
    auto *row = new QHBoxLayout;
    row->setSpacing(18);
    row->addWidget(picture, 0, Qt::AlignTop);
    row->addLayout(text, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 22, 24, 20);
    column->setSpacing(16);
    column->addLayout(row);
    column->addWidget(close, 0, Qt::AlignRight);
    setMinimumWidth(440);
}

namespace {

QList<QAction *> actionsWithKeys(const QMenu &menu)
{
    QList<QAction *> found;
    for (QAction *action : menu.actions()) {
        if (action->menu())
            found += actionsWithKeys(*action->menu());
        else if (!action->shortcut().isEmpty())
            found += action;
    }
    return found;
}

QLabel *label(const QString &text, Tone tone, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTone(label, tone);
    return label;
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QMenuBar *bar, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(12);
    column->addWidget(label(tr("Keyboard shortcuts"), Tone::Title, this));
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(28);
    grid->setVerticalSpacing(5);
    int row = 0;
    for (const QAction *top : bar->actions()) {
        const QList<QAction *> actions = actionsWithKeys(*top->menu());
        if (actions.isEmpty())
            continue;
        if (row > 0)
            grid->setRowMinimumHeight(row++, 6);
        grid->addWidget(label(top->text().remove(u'&'), Tone::Heading, this), row++, 0, 1, 2);
        for (const QAction *action : actions) {
            QString text = action->text();
            text.remove(u'&');
            grid->addWidget(label(text, Tone::Normal, this), row, 0);
            QStringList keys;
            for (const QKeySequence &key : action->shortcuts())
                keys << key.toString(QKeySequence::NativeText);
            grid->addWidget(label(keys.join(tr(" or ")), Tone::Mono, this), row++, 1);
        }
    }
    column->addLayout(grid);
    auto *close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    column->addSpacing(6);
    column->addWidget(close, 0, Qt::AlignRight);
}

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
    auto *again = new QPushButton(tr("Read again"), this);
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
