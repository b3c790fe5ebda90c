// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/recipelist.h"

#include "ui/dialogs/formdialog.h"
#include "ui/theme/building.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int tickSide = 13;

struct Promise
{
    bool locks::Guarantees::*kept;
    const char *name;
    const char *help;
};

const Promise promises[] = {
    {&locks::Guarantees::fair, QT_TRANSLATE_NOOP("lockscope::ui::RecipeCard", "fair"),
     QT_TRANSLATE_NOOP("lockscope::ui::RecipeCard", "Served in the order of arrival")},
    {&locks::Guarantees::reentrant, QT_TRANSLATE_NOOP("lockscope::ui::RecipeCard", "reentrant"),
     QT_TRANSLATE_NOOP("lockscope::ui::RecipeCard", "Its holder may take it again")},
    {&locks::Guarantees::shared, QT_TRANSLATE_NOOP("lockscope::ui::RecipeCard", "shared"),
     QT_TRANSLATE_NOOP("lockscope::ui::RecipeCard", "Several may hold it at once")},
    {&locks::Guarantees::herdFree, QT_TRANSLATE_NOOP("lockscope::ui::RecipeCard", "herd-free"),
     QT_TRANSLATE_NOOP("lockscope::ui::RecipeCard", "A release wakes only the clients that it concerns")},
};

/// What the letters in \a texts stand for; empty where there are none.
QString lettersText(const QStringList &texts)
{
    const auto uses = [&](const QString &letter) {
        const QRegularExpression word(u"(?<![A-Za-z])[0-9]?"_s + letter + u"(?![A-Za-z])"_s);
        return texts.indexOf(word) >= 0;
    };
    QStringList parts;
    if (uses(u"N"_s))
        parts << RecipeCard::tr("N: waiters");
    if (uses(u"R"_s))
        parts << RecipeCard::tr("R: readers");
    if (uses(u"m"_s))
        parts << RecipeCard::tr("m: writers before them");
    if (uses(u"k"_s))
        parts << RecipeCard::tr("k: readers behind a writer");
    return parts.join(u" · "_s);
}

} // namespace

RecipeCard::RecipeCard(QWidget *parent)
    : QWidget(parent)
    , m_title(makeLabel({}, Tone::Heading, this))
    , m_name(makeLabel({}, Tone::Mono, this, Selectable))
    , m_broken(new Pill(tr("Broken on purpose"), Role::Wrong, this))
    , m_summary(new QLabel(this))
    , m_failure(new ProblemLine(this))
    , m_guarantees(new QWidget(this))
    , m_costs(new QWidget(this))
    , m_letters(makeLabel({}, Tone::Small, this))
{
    m_name->setToolTip(tr("Its name on the command line and in scenarios"));
    m_summary->setWordWrap(true);
    m_broken->setObjectName(u"brokenMark"_s);

    auto *ticks = makeRow(m_guarantees, {0, 2, 0, 0}, 5, {});
    for (const Promise &promise : promises) {
        auto *tick = new QLabel(m_guarantees);
        auto *name = new QLabel(tr(promise.name), m_guarantees);
        name->setToolTip(tr(promise.help));
        tick->setToolTip(tr(promise.help));
        m_ticks << tick;
        m_promises << name;
        ticks->addWidget(tick);
        ticks->addWidget(name);
        ticks->addSpacing(12);
    }
    ticks->addStretch(1);
    ticks->addWidget(m_letters);

    auto *grid = new QGridLayout(m_costs);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(1);
    const QStringList heads{tr("Requests, lock free"), tr("Requests, lock taken"), tr("Events per release"),
                            tr("Requests per release")};
    for (int column = 0; column < heads.size(); ++column) {
        auto *value = new QLabel(m_costs);
        value->setWordWrap(true);
        value->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        value->setAccessibleName(heads[column]);
        m_costValues << value;
        grid->addWidget(makeLabel(heads[column], Tone::Small, m_costs), 0, column);
        grid->addWidget(value, 1, column);
        grid->setColumnStretch(column, column < 2 ? 4 : 6);
    }

    makeColumn(this, {14, 10, 14, 10}, 6,
               {makeRow(10, {m_title, m_broken, Part::stretch(), m_name}), m_summary, m_failure, m_guarantees, m_costs,
                Part::stretch()});
}

void RecipeCard::setRecipe(const locks::RecipeInfo &recipe)
{
    m_recipe = &recipe;
    m_title->setText(recipe.title.shown());
    m_name->setText(recipe.name);
    m_broken->setVisible(!recipe.isSound());
    m_summary->setText(recipe.summary.shown());
    m_failure->setVisible(!recipe.isSound());
    m_failure->setText(recipe.isSound() ? QString() : tr("What goes wrong: %1").arg(recipe.failure.shown()));
    m_guarantees->setVisible(recipe.isSound());
    m_costs->setVisible(recipe.isSound());
    showGuarantees();
    showCost();
    update();
}

bool RecipeCard::saysBroken() const
{
    return !m_broken->isHidden();
}

void RecipeCard::showGuarantees()
{
    const Theme &theme = themeFor(palette());
    for (qsizetype i = 0; i < m_ticks.size(); ++i) {
        const bool kept = m_recipe->guarantees.*promises[i].kept;
        m_ticks[i]->setPixmap(iconPixmap(kept ? IconId::Check : IconId::Close, kept ? theme.holding.text : theme.muted,
                                         tickSide, devicePixelRatioF()));
        setTone(m_promises[i], kept ? Tone::Normal : Tone::Muted);
        QFont font = m_promises[i]->font();
        font.setStrikeOut(!kept);
        m_promises[i]->setFont(font);
        m_promises[i]->setAccessibleName(kept ? tr(promises[i].name) : tr("not %1").arg(tr(promises[i].name)));
    }
}

void RecipeCard::showCost()
{
    const locks::Cost &cost = m_recipe->cost;
    const QStringList texts{cost.requestsFree.shown(), cost.requestsContended.shown(), cost.eventsPerRelease.shown(),
                            cost.requestsPerRelease.shown()};
    for (int i = 0; i < texts.size(); ++i)
        m_costValues[i]->setText(texts[i]);
    m_letters->setText(lettersText(texts));
}

void RecipeCard::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange && m_recipe)
        showGuarantees();
    QWidget::changeEvent(event);
}

void RecipeCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = themeFor(palette());
    const bool sound = !m_recipe || m_recipe->isSound();
    painter.setPen(QPen(sound ? theme.border : theme.wrong.fill, sound ? 1 : 1.5));
    painter.setBrush(sound ? theme.card : mix(theme.panel, theme.wrong.fill, 0.06));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 6, 6);
}

namespace {

constexpr int recipeRole = Qt::UserRole;
constexpr int soundRole = Qt::UserRole + 1;
constexpr int recipeRowHeight = 26;
constexpr int recipeHeadingHeight = 32;

class RecipeDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        return {100, isHeading(index) ? recipeHeadingHeight : recipeRowHeight};
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
        const bool canBeChosen = option.state & QStyle::State_Enabled;
        painter->setPen(!canBeChosen ? theme.muted : sound ? theme.text : theme.wrong.text);
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, words.width()));
    }
};

} // namespace

RecipeList::RecipeList(QWidget *parent, locks::Backend backend, int servers)
    : QListWidget(parent)
{
    setObjectName(u"recipe"_s);
    setAccessibleName(tr("Recipe"));
    setItemDelegate(new RecipeDelegate(this));
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    const auto &catalog = locks::isSql(backend)              ? locks::sqlCatalog()
                          : backend == locks::Backend::Redis ? locks::redisCatalog()
                                                             : locks::recipeCatalog();
    for (const bool sound : {true, false}) {
        addHeading(sound ? tr("Sound recipes") : tr("Broken on purpose"), sound);
        for (const locks::RecipeInfo &recipe : catalog) {
            if (recipe.isSound() == sound && recipe.runsOn(backend))
                addRecipe(recipe, servers);
        }
    }
    if (backend != locks::Backend::ZooKeeper)
        setCurrentRow(1); // the first below its heading
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

void RecipeList::addRecipe(const locks::RecipeInfo &recipe, int servers)
{
    auto *item = new QListWidgetItem(recipe.title.shown(), this);
    item->setData(recipeRole, static_cast<int>(recipe.id));
    item->setData(soundRole, recipe.isSound());
    item->setToolTip(recipe.isSound()
                         ? recipe.summary.shown()
                         : tr("Broken on purpose: %1\n%2").arg(recipe.summary.shown(), recipe.failure.shown()));
    if (recipe.servers > servers) {
        item->setFlags(Qt::ItemIsSelectable); // seen, and not chosen
        item->setToolTip(tr("%1\nIt needs several Redis servers: Connection ▸ Redis and databases ▸ Redis.")
                             .arg(recipe.summary.shown()));
    }
    item->setData(Qt::AccessibleTextRole,
                  recipe.isSound() ? recipe.title.shown() : tr("%1, broken on purpose").arg(recipe.title.shown()));
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

#include "moc_recipelist.cpp"
