// SPDX-License-Identifier: Apache-2.0
#include "ui/lessons/lessonlist.h"

#include "ui/theme/building.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString progressText(const LessonList::Entry &entry)
{
    if (entry.reached >= entry.pages)
        return LessonList::tr("done");
    return entry.reached == 0 ? LessonList::tr("%n pages", nullptr, entry.pages)
                              : LessonList::tr("%1 of %2").arg(entry.reached).arg(entry.pages);
}

/// Its title with how far the reader is, and below it what it is about.
QWidget *makeEntry(int number, const LessonList::Entry &entry, QWidget *parent)
{
    auto *row = new QWidget(parent);
    const bool isDone = entry.reached >= entry.pages;
    auto *title = makeLabel(u"%1. %2"_s.arg(number).arg(entry.title), Tone::Heading, row, Wraps);
    auto *pill = new Pill(progressText(entry), isDone ? Role::Shared : Role::Neutral, row);
    makeColumn(row, {12, 8, 12, 8}, 2,
               {makeRow(8, {{title, 1}, pill}), makeLabel(entry.about, Tone::Muted, row, Wraps)});
    row->setAttribute(Qt::WA_TransparentForMouseEvents); // the list's row is what is clicked
    return row;
}

} // namespace

LessonList::LessonList(const QList<Entry> &entries, QWidget *parent)
    : QDialog(parent)
    , m_list(new QListWidget(this))
{
    setObjectName(u"lessons"_s);
    setWindowTitle(tr("Learn"));
    m_list->setAccessibleName(tr("Lessons"));
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFrameShape(QFrame::NoFrame);
    constexpr int width = 560;
    int first = -1;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        auto *item = new QListWidgetItem(m_list);
        item->setData(Qt::UserRole, entries[i].id);
        item->setData(Qt::AccessibleTextRole, entries[i].title);
        QWidget *row = makeEntry(static_cast<int>(i) + 1, entries[i], m_list);
        item->setSizeHint({width, row->layout()->heightForWidth(width)});
        m_list->setItemWidget(item, row);
        if (first < 0 && entries[i].reached < entries[i].pages)
            first = static_cast<int>(i);
    }
    m_list->setCurrentRow(std::max(0, first)); // the one to go on with
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto *begin = buttons->addButton(tr("Begin"), QDialogButtonBox::AcceptRole);
    begin->setObjectName(u"beginLesson"_s);
    setButtonKind(begin, ButtonKind::Primary);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &LessonList::choose);
    connect(m_list, &QListWidget::itemActivated, this, &LessonList::choose);
    auto *what = makeLabel(tr("Each takes some minutes. You cause what it is about yourself, step by step; nothing "
                              "can be broken, and every step can be taken back."),
                           Tone::Muted, this, Wraps);
    makeColumn(this, {16, 16, 16, 12}, 10, {what, {m_list, 1}, buttons});
    resize(boundedByScreen(this, {width + 60, 620}));
}

void LessonList::choose()
{
    if (const QListWidgetItem *item = m_list->currentItem()) {
        accept();
        Q_EMIT chosen(item->data(Qt::UserRole).toString());
    }
}

} // namespace lockscope::ui

#include "moc_lessonlist.cpp"
