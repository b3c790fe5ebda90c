// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/aboutdialog.h"

#include "ui/theme/icon.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

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

} // namespace lockscope::ui
