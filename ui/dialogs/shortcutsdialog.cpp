// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/shortcutsdialog.h"

#include "ui/theme/theme.h"

#include <QAction>
#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QLabel *label(const QString &text, Tone tone, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTone(label, tone);
    return label;
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QList<Group> &groups, QWidget *parent)
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
    for (const Group &group : groups) {
        if (row > 0)
            grid->setRowMinimumHeight(row++, 6);
        grid->addWidget(label(group.title, Tone::Heading, this), row++, 0, 1, 2);
        for (const QAction *action : group.actions) {
            if (action->shortcut().isEmpty())
                continue;
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

} // namespace lockscope::ui
