// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/modeldialog.h"

#include "core/locks/recipecatalog.h"
#include "ui/dialogs/recipelist.h"
#include "ui/theme/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// "a crash", "a lost reply", …: what may go wrong, as in a list.
QString mishapText(explore::Fault fault)
{
    using explore::Fault;
    switch (fault) {
    case Fault::Crash: return ModelDialog::tr("a crash");
    case Fault::Expire: return ModelDialog::tr("a session that ends");
    case Fault::Pause: return ModelDialog::tr("a pause");
    case Fault::LoseRequest: return ModelDialog::tr("a lost request");
    case Fault::LoseReply: return ModelDialog::tr("a lost reply");
    case Fault::GiveUp: return ModelDialog::tr("a waiter that gives up");
    case Fault::Downgrade: return ModelDialog::tr("a writer that becomes a reader");
    }
    return {};
}

} // namespace

ModelDialog::ModelDialog(QWidget *parent)
    : FormDialog(
        tr("Open a model"),
        tr("A ZooKeeper in memory on which nothing happens until you choose it. Every step can be taken back."),
        tr("Open"), parent)
    , m_recipe(new RecipeList(this))
    , m_card(new RecipeCard(this))
    , m_clients(new QSpinBox(this))
    , m_rounds(new QSpinBox(this))
    , m_dialect(new QComboBox(this))
    , m_writers(new QSpinBox(this))
    , m_writersLabel(makeLabel(tr("Writers"), Tone::Muted, this))
{
    m_clients->setObjectName(u"modelClients"_s);
    m_clients->setRange(1, explore::mostClients);
    m_rounds->setRange(1, explore::mostRounds);
    m_writers->setRange(0, 100);
    m_writers->setSuffix(u" %"_s);
    m_dialect->setAccessibleName(tr("Names as"));
    auto *listFrame = new QWidget(this);
    makeCard(listFrame);
    listFrame->setMinimumHeight(400);
    makeColumn(listFrame, {2, 4, 2, 4}, -1, {m_recipe});

    auto *fields = new QWidget(this);
    auto *rows = makeForm(fields, {}, 9);
    addFieldsRow(rows, tr("Clients"),
                 makeRow(10, {m_clients, makeLabel(tr("take it, rounds each:"), Tone::Muted, this), m_rounds,
                              m_writersLabel, m_writers, Part::stretch()}),
                 m_clients);
    addFieldsRow(rows, tr("Names as"), makeRow(10, {m_dialect, Part::stretch()}), m_dialect);
    auto *faults = new QGridLayout;
    for (size_t i = 0; i < explore::faultCount; ++i) {
        m_faults[i] = new QCheckBox(mishapText(static_cast<explore::Fault>(i)), this);
        m_faults[i]->setObjectName(u"modelFault-"_s + explore::faultName(static_cast<explore::Fault>(i)));
        faults->addWidget(m_faults[i], static_cast<int>(i) / 2, static_cast<int>(i) % 2);
    }
    auto *what =
        makeLabel(tr("A search for what breaks it tries these too, each once in a run:"), Tone::Muted, this, Wraps);
    auto *all = new QWidget(this);
    makeRow(all, {}, 18,
            {listFrame, {makeColumn(14, {m_card, fields, makeColumn(6, {what, faults}), Part::stretch()}), 1}});
    form()->addRow(all);
    connect(m_recipe, &RecipeList::recipeChanged, this, &ModelDialog::setRecipe);
    setRecipe(m_recipe->recipe());
    resize(boundedByScreen(this, {900, height()}).width(), height());
    okButton()->setFocus();
}

void ModelDialog::setRecipe(locks::RecipeId recipe)
{
    if (m_recipe->recipe() != recipe)
        m_recipe->setRecipe(recipe);
    const locks::RecipeInfo &info = locks::recipeInfo(recipe);
    m_card->setRecipe(info);
    m_dialect->clear();
    for (const locks::Dialect dialect : info.dialects)
        m_dialect->addItem(locks::dialectName(dialect), static_cast<int>(dialect));
    m_dialect->setEnabled(m_dialect->count() > 1);
    m_writers->setVisible(info.options.writers);
    m_writersLabel->setVisible(info.options.writers);
    showSetup(explore::usualSetup(recipe));
    validate();
}

void ModelDialog::showSetup(const explore::Setup &setup)
{
    m_usual = setup;
    m_clients->setValue(setup.clients.count);
    m_rounds->setValue(setup.clients.rounds);
    m_writers->setValue(static_cast<int>(std::lround(setup.clients.writers * 100)));
    m_dialect->setCurrentIndex(std::max(0, m_dialect->findData(static_cast<int>(setup.clients.dialect))));
    for (size_t i = 0; i < explore::faultCount; ++i)
        m_faults[i]->setChecked(setup.faults[i] > 0);
}

explore::Setup ModelDialog::setup() const
{
    explore::Setup setup = m_usual;
    setup.clients.count = m_clients->value();
    setup.clients.rounds = m_rounds->value();
    setup.clients.writers = m_writers->value() / 100.0;
    setup.clients.dialect = static_cast<locks::Dialect>(m_dialect->currentData().toInt());
    for (size_t i = 0; i < explore::faultCount; ++i)
        setup.faults[i] = m_faults[i]->isChecked() ? 1 : 0;
    return setup;
}

QString ModelDialog::findProblem() const
{
    const auto problem = explore::validate(setup());
    return problem ? problem->sentence().shown() : QString();
}

} // namespace lockscope::ui

#include "moc_modeldialog.cpp"
