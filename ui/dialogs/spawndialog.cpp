// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/spawndialog.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"
#include "ui/dialogs/recipelist.h"
#include "ui/dialogs/spawnfields.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int wishedWidth = 1216;
constexpr int sideWidth = 372;
constexpr int gapWidth = 20;

/// Two things beside one another where there is room for both, else one below the other. Without a layout: one would
/// ask for both widths in any case.
class FoldingRow : public QWidget
{
public:
    FoldingRow(QWidget *main, QWidget *side, QWidget *parent)
        : QWidget(parent)
        , m_main(main)
        , m_side(side)
    {
        main->setParent(this);
        side->setParent(this);
        QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    QSize minimumSizeHint() const override
    {
        const int width = std::max(leastOf(m_main), leastOf(m_side));
        return {width, std::min(heightForWidth(width), heightForWidth(wideWidth()))};
    }
    QSize sizeHint() const override { return {wideWidth(), heightForWidth(wideWidth())}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override
    {
        const int main = m_main->sizeHint().height();
        const int side = m_side->sizeHint().height();
        return isWide(width) ? std::max(main, side) : main + gapWidth + side;
    }

protected:
    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::LayoutRequest) { // what one of them needs is another height now
            updateGeometry();
            place();
        }
        return QWidget::event(event);
    }
    void resizeEvent(QResizeEvent *) override { place(); }

private:
    static int leastOf(const QWidget *part) { return part->minimumSizeHint().expandedTo(part->minimumSize()).width(); }
    int wideWidth() const { return leastOf(m_main) + gapWidth + leastOf(m_side); }
    bool isWide(int width) const { return width >= wideWidth(); }
    void place()
    {
        const int side = leastOf(m_side);
        const int high = m_side->sizeHint().height();
        if (isWide(width())) {
            m_main->setGeometry(0, 0, width() - gapWidth - side, height());
            m_side->setGeometry(width() - side, 0, side, std::max(high, height()));
        } else {
            m_main->setGeometry(0, 0, width(), m_main->sizeHint().height());
            m_side->setGeometry(0, m_main->height() + gapWidth, side, high);
        }
    }

    QWidget *m_main;
    QWidget *m_side;
};

} // namespace

QString SpawnDialog::demoLock()
{
    return u"/lockscope/demo"_s;
}

SpawnDialog::SpawnDialog(const lab::SpawnRequest &values, const QString &lock, QWidget *parent, locks::Backend backend,
                         int servers)
    : FormDialog(tr("Spawn simulated clients"),
                 backend != locks::Backend::ZooKeeper
                     ? tr("Each is a real connection of its own that asks for the lock, holds it and gives it back.")
                     : tr("Each is a real session of its own that asks for the lock, holds it and gives it back."),
                 tr("Spawn"), parent)
    , m_recipe(new RecipeList(this, backend, servers))
    , m_card(new RecipeCard(this))
    , m_breaks(makeLink(tr("Show how it breaks"), this))
    , m_fields(new SpawnFields(this))
    , m_faults(new FaultTable(this))
    , m_seed(new QLineEdit(this))
    , m_preview(makeLabel({}, Tone::Mono, this, Selectable))
    , m_previewTitle(makeLabel({}, Tone::Small, this))
    , m_confirm(new QWidget(this))
    , m_confirmLabel(makeLabel({}, Tone::Muted, m_confirm, Selectable))
    , m_confirmation(new QLineEdit(m_confirm))
{
    build();
    lab::SpawnRequest request = values;
    request.lock = lock.isEmpty() ? demoLock() : lock;
    if (!locks::recipeInfo(request.recipe).runsOn(backend)) {
        request.recipe = m_recipe->recipe();
        request.faults.clear(); // not all of them are there
    }
    setRequest(request);
    resize(boundedByScreen(this, {wishedWidth, height()}).width(), height());
    m_fields->focusCount();
}

void SpawnDialog::build()
{
    auto *listFrame = new QWidget(this);
    makeCard(listFrame);
    listFrame->setMinimumHeight(430); // the dialog keeps its height from recipe to recipe
    makeColumn(listFrame, {2, 4, 2, 4}, -1, {m_recipe});
    auto *side = new QWidget(this);
    side->setFixedWidth(sideWidth);
    makeColumn(side, {}, 12, {buildPreview(), buildFaults(), Part::stretch()});
    auto *right =
        makeColumn(14, {m_card, {m_breaks, 0, Qt::AlignLeft}, new FoldingRow(m_fields, side, this), Part::stretch()});
    auto *all = new QWidget(this);
    makeRow(all, {}, 18, {listFrame, {right, 1}});
    form()->addRow(all);
    m_confirmation->setObjectName(u"confirmation"_s);
    m_confirmLabel->setBuddy(m_confirmation);
    makeRow(m_confirm, {}, 10,
            {new Pill(tr("production"), Role::Wrong, m_confirm), m_confirmLabel, {m_confirmation, 1}});
    m_confirm->hide();
    form()->addRow(m_confirm);

    m_breaks->setObjectName(u"showHowItBreaks"_s);
    m_breaks->setToolTip(tr("Runs the scenario in which it does, instead of these clients"));
    connect(m_breaks, &QPushButton::clicked, this, [this] {
        Q_EMIT scenarioRequested(locks::recipeName(m_recipe->recipe())); // as its scenario is called
    });
    connect(m_recipe, &RecipeList::recipeChanged, this, &SpawnDialog::onRecipeChanged);
    connect(m_fields, &SpawnFields::changed, this, &SpawnDialog::update);
    connect(m_faults, &FaultTable::changed, this, &SpawnDialog::update);
    connect(m_seed, &QLineEdit::textChanged, this, &SpawnDialog::update);
    connect(m_confirmation, &QLineEdit::textChanged, this, &SpawnDialog::update);
}

QWidget *SpawnDialog::buildPreview()
{
    auto *card = new QWidget(this);
    makeCard(card);
    m_preview->setObjectName(u"preview"_s);
    m_preview->setAccessibleName(tr("Nodes that will be made"));
    makeColumn(card, {12, 9, 12, 10}, 4, {m_previewTitle, m_preview});
    return card;
}

QWidget *SpawnDialog::buildFaults()
{
    auto *box = new QWidget(this);
    m_seed->setObjectName(u"seed"_s);
    m_seed->setPlaceholderText(tr("a fresh one"));
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setToolTip(tr("A number: the same one draws the same faults and hold times again"));
    auto *seedLabel = new QLabel(tr("See&d"), box);
    seedLabel->setBuddy(m_seed);
    makeColumn(box, {}, 6,
               {makeLabel(tr("Random faults, at each request"), Tone::Heading, box), m_faults,
                makeRow(12, {seedLabel, {m_seed, 1}})});
    return box;
}

lab::SpawnRequest SpawnDialog::request() const
{
    lab::SpawnRequest request = m_fields->request();
    request.faults = m_faults->faults();
    bool ok = false;
    const quint64 seed = m_seed->text().trimmed().toULongLong(&ok);
    if (ok)
        request.seed = seed;
    return request;
}

void SpawnDialog::setRequest(const lab::SpawnRequest &request)
{
    m_recipe->setRecipe(request.recipe);
    onRecipeChanged(); // the list emits nothing for what was chosen there already
    m_fields->setRequest(request);
    m_faults->setFaults(request.faults);
    m_seed->setText(request.seed ? QString::number(*request.seed) : QString());
    update();
}

void SpawnDialog::setProduction(bool production)
{
    m_production = production;
    m_confirm->setVisible(production);
    update();
}

void SpawnDialog::setNeighbours(std::function<NameList(const QString &)> namesIn)
{
    m_namesIn = std::move(namesIn);
    update();
}

QString SpawnDialog::confirmation() const
{
    return m_confirmation->text().trimmed();
}

QString SpawnDialog::preview() const
{
    return m_preview->toolTip();
}

QString SpawnDialog::findProblem() const
{
    const QString seed = m_seed->text().trimmed();
    bool ok = true;
    if (!seed.isEmpty())
        seed.toULongLong(&ok);
    if (!ok)
        return tr("The seed must be a whole number from 0 up, not “%1”; leave it empty for a fresh one.").arg(seed);
    const lab::SpawnRequest request = this->request();
    if (const auto error = lab::validate(request))
        return error->sentence().shown();
    if (m_production && confirmation() != lab::confirmationOf(request.written()))
        return tr("This is a production ensemble: type the lock’s name to confirm.");
    return {};
}

void SpawnDialog::onRecipeChanged()
{
    const locks::RecipeInfo &recipe = locks::recipeInfo(m_recipe->recipe());
    m_card->setRecipe(recipe);
    m_breaks->setVisible(!recipe.isSound());
    m_fields->setRecipe(m_recipe->recipe());
}

void SpawnDialog::update()
{
    updatePreview();
    updateConfirmation();
    validate();
    warn();
}

void SpawnDialog::updateConfirmation()
{
    m_confirmLabel->setText(tr("Type the lock’s name to confirm: %1").arg(lab::confirmationOf(request().written())));
    m_confirmation->setAccessibleName(m_confirmLabel->text());
}

void SpawnDialog::warn()
{
    if (!m_namesIn || isBusy())
        return;
    const lab::SpawnRequest request = this->request();
    for (const QString &lock : request.locks()) {
        if (const auto warning = lab::strangersWarning(request, lock, m_namesIn(lock))) {
            banner()->show(Banner::Severity::Warning, tr("These clients would not exclude the clients that are there."),
                           warning->shown());
            fitHeight(this);
            return;
        }
    }
}

void SpawnDialog::updatePreview()
{
    const lab::SpawnRequest values = request();
    if (m_tokenOf != values.dialect) {
        m_tokenOf = values.dialect;
        m_token = locks::newToken(values.dialect);
    }
    const QList<lab::NodeExample> examples = lab::nodeExamples(values, m_token);
    QStringList lines;
    QStringList full;
    QString directory;
    for (const lab::NodeExample &example : examples) {
        if (example.directory != directory)
            lines << elidedPath(example.directory, m_preview->fontMetrics(), sideWidth - 30);
        directory = example.directory;
        // The number at the end matters most: what is too long loses its middle.
        lines << u"%1  %2"_s.arg(example.letter)
                     .arg(m_preview->fontMetrics().elidedText(example.name, Qt::ElideMiddle, sideWidth - 58));
        full << u"%1  %2"_s.arg(example.letter).arg(joinPath(example.directory, example.name));
    }
    const bool persistent = !examples.isEmpty() && examples.first().persistent;
    if (!locks::recipeInfo(values.recipe).isOfZooKeeper()) {
        m_previewTitle->setText(tr("The key that is the lock"));
        m_preview->setVisible(true);
        m_preview->setText(values.lock.mid(1));
        m_preview->setToolTip(values.lock.mid(1));
        return;
    }
    m_previewTitle->setText(examples.isEmpty() ? tr("Nothing would be made: there are no such names in this dialect")
                            : persistent       ? tr("Nodes to be made, not ephemeral, as in")
                                               : tr("Nodes to be made, as in"));
    m_preview->setVisible(!examples.isEmpty());
    m_preview->setText(lines.join(u'\n'));
    m_preview->setToolTip(full.join(u'\n'));
}

} // namespace lockscope::ui

#include "moc_spawndialog.cpp"
