// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/building.h"
#include "core/base/visible.h"

#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

namespace lockscope::ui {

Part::Part(QWidget *one, int ofRoom, Qt::Alignment where)
    : widget(one)
    , share(ofRoom)
    , alignment(where)
{
}

Part::Part(QLayout *one, int ofRoom)
    : layout(one)
    , share(ofRoom)
{
}

Part Part::gap(int wide)
{
    Part part;
    part.pixels = wide;
    return part;
}

Part Part::stretch(int ofRoom)
{
    Part part;
    part.share = ofRoom;
    return part;
}

namespace {

template<typename Box>
Box *makeBox(QWidget *on, const QMargins &margins, int spacing, Parts parts)
{
    auto *box = new Box(on);
    box->setContentsMargins(margins);
    box->setSpacing(spacing);
    for (const Part &part : parts) {
        if (part.widget)
            box->addWidget(part.widget, part.share, part.alignment);
        else if (part.layout)
            box->addLayout(part.layout, part.share);
        else if (part.pixels >= 0)
            box->addSpacing(part.pixels);
        else
            box->addStretch(part.share);
    }
    return box;
}

} // namespace

QHBoxLayout *makeRow(int spacing, Parts parts)
{
    return makeBox<QHBoxLayout>(nullptr, {}, spacing, parts);
}

QHBoxLayout *makeRow(QWidget *on, const QMargins &margins, int spacing, Parts parts)
{
    return makeBox<QHBoxLayout>(on, margins, spacing, parts);
}

QVBoxLayout *makeColumn(int spacing, Parts parts)
{
    return makeBox<QVBoxLayout>(nullptr, {}, spacing, parts);
}

QVBoxLayout *makeColumn(QWidget *on, const QMargins &margins, int spacing, Parts parts)
{
    return makeBox<QVBoxLayout>(on, margins, spacing, parts);
}

void removeAll(QBoxLayout *box)
{
    while (QLayoutItem *item = box->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->setObjectName({}); // that of the one which takes its place
            item->widget()->deleteLater();
        }
        delete item;
    }
}

namespace {

QScrollArea *dressScroll(QScrollArea *area, QWidget *page, const QString &name)
{
    area->setAccessibleName(name);
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    page->setAutoFillBackground(false);
    return area;
}

} // namespace

QScrollArea *scrolled(QWidget *page, const QString &name, QWidget *parent)
{
    return dressScroll(new QScrollArea(parent), page, name);
}

namespace {

/// Asks for as much as its page needs at its width, and is content with less.
class GivingWay : public QScrollArea
{
public:
    using QScrollArea::QScrollArea;

    QSize sizeHint() const override { return {pageWidth(widget()->sizeHint().width()), widget()->sizeHint().height()}; }
    QSize minimumSizeHint() const override
    {
        return {pageWidth(widget()->minimumSizeHint().width()), std::min(leastHeight, widget()->sizeHint().height())};
    }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override
    {
        return widget()->hasHeightForWidth() ? widget()->heightForWidth(width) : widget()->sizeHint().height();
    }

private:
    static constexpr int leastHeight = 120;
    int pageWidth(int width) const { return width + verticalScrollBar()->sizeHint().width(); }
};

} // namespace

QScrollArea *givingWay(QWidget *page, const QString &name, QWidget *parent)
{
    return dressScroll(new GivingWay(parent), page, name);
}

QFormLayout *makeForm(QWidget *on, const QMargins &margins, int rowSpacing)
{
    auto *form = new QFormLayout(on);
    form->setContentsMargins(margins);
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(rowSpacing);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    return form;
}

void addFieldsRow(QFormLayout *form, const QString &label, QLayout *fields, QWidget *buddy)
{
    form->addRow(label, fields);
    qobject_cast<QLabel *>(form->labelForField(fields))->setBuddy(buddy);
}

QLabel *makeLabel(const QString &text, Tone tone, QWidget *parent, int traits)
{
    auto *label = new QLabel(laidOutLines(text), parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(traits & Wraps);
    if (traits & Wraps)
        label->setMinimumWidth(1); // else its longest word, which a server may have made, is as narrow as a window gets
    if (traits & Selectable)
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setTone(label, tone);
    return label;
}

QPushButton *makeLink(const QString &text, QWidget *parent)
{
    auto *link = new QPushButton(text, parent);
    setButtonKind(link, ButtonKind::Link);
    return link;
}

QToolButton *makeToolButton(IconId id, const QString &text, const QString &toolTip, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(icon(id));
    button->setText(text);
    button->setToolTip(toolTip);
    if (!text.isEmpty())
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return button;
}

QToolButton *makeCross(const QString &toolTip, const QString &name, QWidget *parent)
{
    QToolButton *cross = makeToolButton(IconId::Close, {}, toolTip, parent);
    cross->setIcon(icon(IconId::Close, Role::Suspended));
    cross->setIconSize(QSize(12, 12));
    cross->setAccessibleName(name);
    return cross;
}

void dressTable(QTableView *table)
{
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

QSize boundedByScreen(const QWidget *window, QSize wished)
{
    constexpr QSize frame{16, 48};
    const QScreen *screen = window->screen();
    return screen ? wished.boundedTo(screen->availableSize() - frame) : wished;
}

int columnWidth(int usual)
{
    return usual + static_cast<int>(usual * (typeScale() - 1) / 2);
}

void fitHeight(QDialog *dialog)
{
    constexpr int leastWhole = 560; // lower than that no dialog is made by itself
    dialog->layout()->activate();
    const int width = std::max(dialog->width(), dialog->minimumWidth());
    const int whole = dialog->layout()->totalHeightForWidth(width);
    dialog->setMinimumHeight(std::min(whole, leastWhole));
    dialog->resize(width, std::min(whole, boundedByScreen(dialog, {width, whole}).height()));
}

} // namespace lockscope::ui
