// SPDX-License-Identifier: Apache-2.0
// What panels and dialogs are built with: rows and columns, labels, links, forms and tables as they look everywhere.
// Never knows what they say.
#pragma once

#include "ui/theme/icon.h"

#include <QBoxLayout>
#include <QFormLayout>

class QDialog;
class QPushButton;
class QScrollArea;
class QTableView;
class QToolButton;

namespace lockscope::ui {

/// What stands in a row or a column: a widget or a layout with its share of the room, or room and nothing else.
struct Part
{
    Part(QWidget *one, int ofRoom = 0, Qt::Alignment where = {});
    Part(QLayout *one, int ofRoom = 0);
    /// So many pixels of room.
    static Part gap(int wide);
    /// The room that the others leave.
    static Part stretch(int ofRoom = 1);

    QWidget *widget = nullptr;
    QLayout *layout = nullptr;
    int share = 0;
    int pixels = -1; ///< of a gap; else below 0
    Qt::Alignment alignment;

private:
    Part() = default;
};
using Parts = std::initializer_list<Part>;

/// Beside one another; a \a spacing below 0 is the style's.
QHBoxLayout *makeRow(int spacing, Parts parts);
QHBoxLayout *makeRow(QWidget *on, const QMargins &margins, int spacing, Parts parts);
/// Below one another.
QVBoxLayout *makeColumn(int spacing, Parts parts);
QVBoxLayout *makeColumn(QWidget *on, const QMargins &margins, int spacing, Parts parts);
/// Takes out and ends all that stands in \a box, hidden at once; one of them may be what was just clicked.
void removeAll(QBoxLayout *box);
/// Scrolls \a page up and down on the ground of the panel around it, and is as wide as there is room.
QScrollArea *scrolled(QWidget *page, const QString &name, QWidget *parent = nullptr);
/// The same where \a page gives way only if it must: it wishes to be seen whole.
QScrollArea *givingWay(QWidget *page, const QString &name, QWidget *parent = nullptr);
/// Labels at the left, in one line with fields that take the rest of the width.
QFormLayout *makeForm(QWidget *on, const QMargins &margins, int rowSpacing);
/// Several fields beside one label, whose key goes to \a buddy.
void addFieldsRow(QFormLayout *form, const QString &label, QLayout *fields, QWidget *buddy);

enum LabelTrait {
    Wraps = 1,
    Selectable = 2, ///< by mouse
};
/// Plain text. \a traits: of LabelTrait.
QLabel *makeLabel(const QString &text, Tone tone, QWidget *parent, int traits = 0);
/// A button that looks like a link.
QPushButton *makeLink(const QString &text, QWidget *parent);
/// Its text, where it has one, stands beside the icon.
QToolButton *makeToolButton(IconId id, const QString &text, const QString &toolTip, QWidget *parent);
/// A small cross that takes something away; \a name is for who cannot see it.
QToolButton *makeCross(const QString &toolTip, const QString &name, QWidget *parent);

/// Rows that are chosen whole and cannot be edited, without a grid.
void dressTable(QTableView *table);
/// Of a column beside what it is about, \a usual at a type scale of one: larger type takes more room, and leaves most
/// of a small screen to that.
int columnWidth(int usual);
/// As high as what it says needs, as far as the screen has room: what gives way scrolls then, and nothing is cut off.
void fitHeight(QDialog *dialog);
/// The part of a screen that a window may take when it opens, with its frame; \a wished if that is less.
QSize boundedByScreen(const QWidget *window, QSize wished);

} // namespace lockscope::ui
