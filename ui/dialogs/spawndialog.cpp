// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/spawndialog.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"
#include "ui/dialogs/recipelist.h"
#include "ui/dialogs/spawnfields.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Dialect;
using locks::Mode;
using locks::NameKind;

namespace {

class Examples
{
public:
    Examples(const lab::SpawnRequest &request, const QString &token)
        : m_dialect(request.dialect)
        , m_token(token)
        , m_persistent(request.recipe == locks::RecipeId::BrokenPersistentNode)
    {
    }

    void sequential(QChar letter, const QString &directory, NameKind kind, Mode mode = Mode::Exclusive)
    {
        if (const auto prefix = locks::namePrefix(m_dialect, kind, mode, m_token))
            m_all.append({letter, directory, *prefix + locks::sequenceText(0), m_persistent});
    }
    void fixed(QChar letter, const QString &directory, const QString &name)
    {
        m_all.append({letter, directory, name, m_persistent});
    }
    QList<NodeExample> all() const { return m_all; }

private:
    Dialect m_dialect;
    QString m_token;
    bool m_persistent;
    QList<NodeExample> m_all;
};

void addSemaphore(Examples &examples, const lab::SpawnRequest &request, const QString &token)
{
    const auto paths = locks::semaphorePaths(request.dialect, request.lock);
    examples.sequential(u'M', paths.queue, NameKind::Mutex);
    if (request.dialect == Dialect::Kazoo)
        examples.fixed(u'L', paths.leases, token); // a lease of kazoo's has no number
    else
        examples.sequential(u'L', paths.leases, NameKind::Lease, Mode::Shared);
}

void addReadersAndWriters(Examples &examples, const lab::SpawnRequest &request)
{
    if (request.writers > 0)
        examples.sequential(u'W', request.lock, NameKind::ReadWrite, Mode::Exclusive);
    if (request.writers < 1)
        examples.sequential(u'R', request.lock, NameKind::ReadWrite, Mode::Shared);
}

} // namespace

QList<NodeExample> nodeExamples(const lab::SpawnRequest &request, const QString &token)
{
    const locks::RecipeInfo &recipe = locks::recipeInfo(request.recipe);
    Examples examples(request, token);
    if (request.withoutLock)
        return {};
    if (recipe.id == locks::RecipeId::Ephemeral) {
        examples.fixed(u'M', parentPath(request.lock), baseName(request.lock)); // the lock's path itself is the node
    } else if (recipe.options.leases || recipe.id == locks::RecipeId::SemaphoreMutex) {
        addSemaphore(examples, request, token);
    } else if (recipe.options.writers) {
        addReadersAndWriters(examples, request);
    } else if (recipe.options.paths) {
        for (const QString &path : request.paths)
            examples.sequential(u'M', path, NameKind::Mutex);
    } else {
        examples.sequential(u'M', request.lock, NameKind::Mutex);
    }
    return examples.all();
}

namespace {

constexpr int spawnDialogWidth = 1216;
constexpr int sideWidth = 372;

QLabel *heading(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTone(label, Tone::Heading);
    return label;
}

} // namespace

QString SpawnDialog::demoLock()
{
    return u"/lockscope/demo"_s;
}

SpawnDialog::SpawnDialog(const lab::SpawnRequest &values, const QString &lock, QWidget *parent)
    : FormDialog(tr("Spawn simulated clients"),
                 tr("Each is a real session of its own that asks for the lock, holds it and gives it back."),
                 tr("Spawn"), parent)
    , m_recipe(new RecipeList(this))
    , m_card(new RecipeCard(this))
    , m_fields(new SpawnFields(this))
    , m_faults(new FaultTable(this))
    , m_seed(new QLineEdit(this))
    , m_preview(new QLabel(this))
    , m_previewTitle(new QLabel(this))
{
    build();
    lab::SpawnRequest request = values;
    request.lock = lock.isEmpty() ? demoLock() : lock;
    setRequest(request);
    setMinimumWidth(spawnDialogWidth);
    m_fields->focusCount();
}

void SpawnDialog::build()
{
    auto *listFrame = new QWidget(this);
    makeCard(listFrame);
    listFrame->setMinimumHeight(430); // the dialog keeps its height from recipe to recipe
    auto *listColumn = new QVBoxLayout(listFrame);
    listColumn->setContentsMargins(2, 4, 2, 4);
    listColumn->addWidget(m_recipe);

    auto *side = new QVBoxLayout;
    side->setSpacing(12);
    side->addWidget(buildPreview());
    side->addWidget(buildFaults());
    side->addStretch(1);
    auto *sideHolder = new QWidget(this);
    sideHolder->setFixedWidth(sideWidth);
    side->setContentsMargins(0, 0, 0, 0);
    sideHolder->setLayout(side);

    auto *below = new QHBoxLayout;
    below->setSpacing(20);
    below->addWidget(m_fields, 1);
    below->addWidget(sideHolder);
    auto *right = new QVBoxLayout;
    right->setSpacing(14);
    right->addWidget(m_card);
    right->addLayout(below);
    right->addStretch(1);

    auto *all = new QWidget(this);
    auto *row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(18);
    row->addWidget(listFrame);
    row->addLayout(right, 1);
    form()->addRow(all);

    connect(m_recipe, &RecipeList::recipeChanged, this, &SpawnDialog::onRecipeChanged);
    connect(m_fields, &SpawnFields::changed, this, &SpawnDialog::update);
    connect(m_faults, &FaultTable::changed, this, &SpawnDialog::update);
    connect(m_seed, &QLineEdit::textChanged, this, &SpawnDialog::update);
}

QWidget *SpawnDialog::buildPreview()
{
    auto *card = new QWidget(this);
    makeCard(card);
    setTone(m_previewTitle, Tone::Small);
    setTone(m_preview, Tone::Mono);
    m_preview->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_preview->setTextFormat(Qt::PlainText);
    m_preview->setObjectName(u"preview"_s);
    m_preview->setAccessibleName(tr("Nodes that will be made"));
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(12, 9, 12, 10);
    column->setSpacing(4);
    column->addWidget(m_previewTitle);
    column->addWidget(m_preview);
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
    auto *seedRow = new QHBoxLayout;
    seedRow->setSpacing(12);
    seedRow->addWidget(seedLabel);
    seedRow->addWidget(m_seed, 1);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(heading(tr("Random faults, at each request"), box));
    column->addWidget(m_faults);
    column->addLayout(seedRow);
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
    m_fields->setRequest(request);
    m_faults->setFaults(request.faults);
    m_seed->setText(request.seed ? QString::number(*request.seed) : QString());
    update();
}

QString SpawnDialog::preview() const
{
    return m_previewText;
}

QString SpawnDialog::findProblem() const
{
    const QString seed = m_seed->text().trimmed();
    bool ok = true;
    if (!seed.isEmpty())
        seed.toULongLong(&ok);
    if (!ok)
        return tr("The seed must be a whole number from 0 up, not “%1”; leave it empty for a fresh one.").arg(seed);
    const auto error = lab::validate(request());
    return error ? error->sentence().shown() : QString();
}

void SpawnDialog::onRecipeChanged()
{
    m_card->setRecipe(locks::recipeInfo(m_recipe->recipe()));
    m_fields->setRecipe(m_recipe->recipe());
}

void SpawnDialog::update()
{
    updatePreview();
    validate();
}

void SpawnDialog::updatePreview()
{
    const lab::SpawnRequest values = request();
    if (m_tokenOf != values.dialect) {
        m_tokenOf = values.dialect;
        m_token = locks::newToken(values.dialect);
    }
    const QList<NodeExample> examples = nodeExamples(values, m_token);
    QStringList lines;
    QStringList full;
    QString directory;
    for (const NodeExample &example : examples) {
        if (example.directory != directory)
            lines << elidedPath(example.directory, m_preview->fontMetrics(), sideWidth - 30);
        directory = example.directory;
        // The number at the end tells the most: what is too long loses its middle.
        lines << u"%1  %2"_s.arg(example.letter)
                     .arg(m_preview->fontMetrics().elidedText(example.name, Qt::ElideMiddle, sideWidth - 58));
        full << u"%1  %2"_s.arg(example.letter).arg(joinPath(example.directory, example.name));
    }
    const bool persistent = !examples.isEmpty() && examples.first().persistent;
    m_previewTitle->setText(examples.isEmpty() ? tr("Nothing would be made: there are no such names in this dialect")
                            : persistent       ? tr("Nodes to be made, not ephemeral, as in")
                                               : tr("Nodes to be made, as in"));
    m_preview->setVisible(!examples.isEmpty());
    m_preview->setText(lines.join(u'\n'));
    m_previewText = full.join(u'\n');
    m_preview->setToolTip(m_previewText);
}

} // namespace lockscope::ui
