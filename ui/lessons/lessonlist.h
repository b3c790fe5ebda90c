// SPDX-License-Identifier: Apache-2.0
// The lessons that there are, with how far the reader has come in each. Opens none: it says which was chosen.
#pragma once

#include "core/lessons/lesson.h"

#include <QDialog>

class QListWidget;

namespace lockscope::ui {

class LessonList : public QDialog
{
    Q_OBJECT
public:
    struct Entry
    {
        QString id;
        QString title;
        QString about;
        int pages = 0;
        int reached = 0; ///< pages that are done
    };
    explicit LessonList(const QList<Entry> &entries, QWidget *parent = nullptr);

Q_SIGNALS:
    void chosen(const QString &id);

private:
    void choose();

    QListWidget *m_list;
};

} // namespace lockscope::ui
