// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/helpdialogs.h"

#include "ui/theme/building.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QGridLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QPushButton *closeButton(const QString &text, QDialog *dialog)
{
    auto *close = new QPushButton(text, dialog);
    close->setDefault(true);
    QObject::connect(close, &QPushButton::clicked, dialog, &QDialog::accept);
    return close;
}

} // namespace

AboutDialog::AboutDialog(QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("About Lockscope"));
    auto *picture = new QLabel(this);
    picture->setPixmap(icon(IconId::App).pixmap(QSize(64, 64), devicePixelRatioF()));
    auto *name = makeLabel(tr("Lockscope %1").arg(QStringLiteral(LOCKSCOPE_VERSION)), Tone::Title, this);
    auto *what =
        makeLabel(tr("Shows and tests the locks of an Apache ZooKeeper ensemble: who holds, who waits for whom, "
                     "and what a release does."),
                  Tone::Normal, this, Wraps);
    auto *fine =
        makeLabel(tr("Licensed under Apache-2.0. Qt %1.").arg(QString::fromLatin1(qVersion())), Tone::Small, this);
    makeColumn(this, {24, 22, 24, 20}, 16,
               {makeRow(18, {{picture, 0, Qt::AlignTop}, {makeColumn(8, {name, what, fine}), 1}}),
                {closeButton(tr("Close"), this), 0, Qt::AlignRight}});
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

} // namespace

ShortcutsDialog::ShortcutsDialog(const QMenuBar *bar, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *page = new QWidget(this);
    auto *grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 18, 0); // the scroll bar's room
    grid->setHorizontalSpacing(28);
    grid->setVerticalSpacing(5);
    int row = 0;
    for (const QAction *top : bar->actions()) {
        const QList<QAction *> actions = actionsWithKeys(*top->menu());
        if (actions.isEmpty())
            continue;
        if (row > 0)
            grid->setRowMinimumHeight(row++, 6);
        grid->addWidget(makeLabel(top->text().remove(u'&'), Tone::Heading, this), row++, 0, 1, 2);
        for (const QAction *action : actions) {
            grid->addWidget(makeLabel(action->text().remove(u'&'), Tone::Normal, this), row, 0);
            grid->addWidget(
                makeLabel(QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText), Tone::Mono, this),
                row++, 1);
        }
    }
    makeColumn(this, {24, 20, 24, 20}, 12,
               {makeLabel(tr("Keyboard shortcuts"), Tone::Title, this),
                {givingWay(page, tr("Keyboard shortcuts"), this), 1},
                Part::gap(6),
                {closeButton(tr("Close"), this), 0, Qt::AlignRight}});
}

void ShortcutsDialog::showEvent(QShowEvent *event)
{
    fitHeight(this);
    QDialog::showEvent(event);
}

namespace {

/// What is shown of a log: its end.
constexpr qint64 shownBytes = 256 * 1024;

} // namespace

ServerLogDialog::ServerLogDialog(const servers::SandboxInfo &sandbox, QWidget *parent)
    : QDialog(parent)
    , m_sandbox(sandbox)
    , m_server(new QComboBox(this))
    , m_file(makeLabel({}, Tone::Muted, this))
    , m_text(new QPlainTextEdit(this))
{
    setWindowTitle(tr("Server log"));
    resize(900, 560);
    for (const servers::SandboxServer &server : sandbox.servers)
        m_server->addItem(server.clientAddress);
    m_server->setAccessibleName(tr("Server"));
    m_file->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(monoFont(font()));
    m_text->setAccessibleName(tr("Log"));
    auto *again = new QPushButton(tr("Read again"), this);
    makeColumn(this, {20, 16, 20, 16}, 10,
               {makeRow(-1, {m_server, {m_file, 1}}),
                {m_text, 1},
                makeRow(-1, {Part::stretch(), again, closeButton(tr("Close"), this)})});
    connect(m_server, &QComboBox::currentIndexChanged, this, &ServerLogDialog::reload);
    connect(again, &QPushButton::clicked, this, &ServerLogDialog::reload);
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

#include "moc_helpdialogs.cpp"
