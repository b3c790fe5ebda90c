// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/recipelist.h"

#include "ui/theme/glyph.h"
#include "ui/theme/icon.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyledItemDelegate>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int recipeRole = Qt::UserRole;
constexpr int soundRole = Qt::UserRole + 1;
constexpr int rowHeight = 26;
constexpr int headingHeight = 32;

class RecipeDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        return {100, isHeading(index) ? headingHeight : rowHeight};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = themeFor(option.palette);
        const bool sound = index.data(soundRole).toBool();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (isHeading(index))
            paintHeading(painter, option, index.data().toString(), sound, theme);
        else
            paintRecipe(painter, option, index.data().toString(), sound, theme);
        painter->restore();
    }

private:
    static bool isHeading(const QModelIndex &index) { return !index.data(recipeRole).isValid(); }

    static void paintHeading(QPainter *painter, const QStyleOptionViewItem &option, const QString &text, bool sound,
                             const Theme &theme)
    {
        QRect box = option.rect.adjusted(10, 4, -10, 0);
        if (!sound) {
            painter->setPen(theme.wrong.fill);
            painter->drawLine(box.left(), option.rect.top() + 4, box.right(), option.rect.top() + 4);
            const int side = 16;
            paintBadge(painter, QRectF(box.left(), box.center().y() - side / 2.0 + 1, side, side), true, Role::Wrong,
                       theme, option.font);
            box.setLeft(box.left() + side + 7);
        }
        painter->setFont(scaledFont(option.font, 0.92, QFont::Bold));
        painter->setPen(sound ? theme.muted : theme.wrong.text);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
    }

    static void paintRecipe(QPainter *painter, const QStyleOptionViewItem &option, const QString &text, bool sound,
                            const Theme &theme)
    {
        const QRect row = option.rect.adjusted(4, 1, -4, -1);
        const bool selected = option.state & QStyle::State_Selected;
        if (selected || option.state & QStyle::State_MouseOver) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(selected ? theme.selection : theme.hover);
            painter->drawRoundedRect(row, 5, 5);
        }
        if (option.state & QStyle::State_HasFocus) {
            painter->setPen(theme.accent.fill);
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(QRectF(row).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        QRect words = row.adjusted(10, 0, -6, 0);
        if (!sound) {
            const int side = 14;
            paintBadge(painter, QRectF(words.left(), words.center().y() - side / 2.0 + 0.5, side, side), false,
                       Role::Wrong, theme, option.font);
            words.setLeft(words.left() + side + 7);
        }
        painter->setFont(scaledFont(option.font, 1.0, selected ? QFont::DemiBold : QFont::Normal));
        painter->setPen(sound ? theme.text : theme.wrong.text);
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, words.width()));
    }
};

} // namespace

RecipeList::RecipeList(QWidget *parent)
    : QListWidget(parent)
{
    setObjectName(u"recipe"_s);
    setAccessibleName(tr("Recipe"));
    setItemDelegate(new RecipeDelegate(this));
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    bool sound = true;
    addHeading(tr("Sound recipes"), true);
    for (const locks::RecipeInfo &recipe : locks::recipeCatalog()) {
        if (sound && !recipe.isSound())
            addHeading(tr("Broken on purpose"), false);
        sound = recipe.isSound();
        addRecipe(recipe);
    }
    connect(this, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item)
            Q_EMIT recipeChanged(recipe());
    });
}

void RecipeList::addHeading(const QString &text, bool sound)
{
    auto *item = new QListWidgetItem(text, this);
    item->setFlags(Qt::NoItemFlags);
    item->setData(soundRole, sound);
}

void RecipeList::addRecipe(const locks::RecipeInfo &recipe)
{
    auto *item = new QListWidgetItem(recipe.title, this);
    item->setData(recipeRole, static_cast<int>(recipe.id));
    item->setData(soundRole, recipe.isSound());
    item->setToolTip(recipe.isSound() ? recipe.summary
                                      : tr("Broken on purpose: %1\n%2").arg(recipe.summary, recipe.failure));
    item->setData(Qt::AccessibleTextRole,
                  recipe.isSound() ? recipe.title : tr("%1, broken on purpose").arg(recipe.title));
}

locks::RecipeId RecipeList::recipe() const
{
    const QListWidgetItem *item = currentItem();
    return item ? static_cast<locks::RecipeId>(item->data(recipeRole).toInt()) : locks::RecipeId::Mutex;
}

void RecipeList::setRecipe(locks::RecipeId recipe)
{
    for (int row = 0; row < count(); ++row) {
        const QVariant value = item(row)->data(recipeRole);
        if (value.isValid() && value.toInt() == static_cast<int>(recipe)) {
            setCurrentRow(row);
            scrollToItem(item(row), EnsureVisible);
            return;
        }
    }
}

} // namespace lockscope::ui
