// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/trialdialog.h"

#include "core/base/duration.h"
#include "core/locks/recipecatalog.h"
#include "ui/theme/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSpinBox>
#include <QStandardPaths>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostClients = 1'000;
constexpr int mostRounds = 1'000'000;
constexpr int countWidth = 110;
constexpr int faultLines = 3;

/// As QProcess::splitCommand() takes it apart again.
QString joinedCommand(const QStringList &command)
{
    QStringList words;
    for (QString word : command) {
        const bool isPlain =
            !word.isEmpty() && std::ranges::none_of(word, [](QChar c) { return c.isSpace() || c == u'"'; });
        word.replace(u'"', u"\"\"\""_s); // a quotation mark that is meant
        words += isPlain ? word : u'"' + word + u'"';
    }
    return words.join(u' ');
}

QSpinBox *countBox(const QString &name, int least, int most, QWidget *parent)
{
    auto *box = new QSpinBox(parent);
    box->setObjectName(name);
    box->setRange(least, most);
    box->setFixedWidth(countWidth);
    return box;
}

} // namespace

TrialDialog::TrialDialog(const trial::TrialSpec &values, const QString &place, QWidget *parent)
    : FormDialog(
        tr("Try your client"),
        tr("Runs a program of yours, in any language, as the clients of a lock, each behind a relay of its own, "
           "and says whether the lock held. Each process finds LOCKSCOPE_CONNECT, LOCKSCOPE_LOCK, "
           "LOCKSCOPE_CLIENT and LOCKSCOPE_ROUNDS in its environment, and says on standard output, one a "
           "line: acquired, released, lost, timed-out or failed."),
        tr("Run"), parent)
    , m_place(makeLabel(place, Tone::Normal, this, Wraps))
    , m_command(new QLineEdit(this))
    , m_lock(new QLineEdit(this))
    , m_clients(countBox(u"trialClients"_s, 1, mostClients, this))
    , m_rounds(countBox(u"trialRounds"_s, 0, mostRounds, this))
    , m_recipe(new QComboBox(this))
    , m_leasesLabel(new QLabel(tr("L&eases"), this))
    , m_leases(countBox(u"trialLeases"_s, 1, mostRounds, this))
    , m_faults(new QPlainTextEdit(this))
    , m_seed(new QLineEdit(this))
    , m_limit(new QLineEdit(this))
    , m_byHand(new QCheckBox(tr("Each of the lock’s messages waits until I let it pass"), this))
{
    build();
    setValues(values);
    setMinimumWidth(660);
    m_command->setFocus();
}

void TrialDialog::build()
{
    m_place->setObjectName(u"trialPlace"_s);
    m_command->setObjectName(u"trialCommand"_s);
    m_command->setFont(monoFont(font()));
    m_command->setPlaceholderText(u"python3 my_client.py"_s);
    m_command->setToolTip(tr("Split into words as a shell does: quotation marks keep words with spaces together"));
    auto *choose = makeToolButton(IconId::FolderOpen, {}, tr("Choose a program"), this);
    choose->setAccessibleName(choose->toolTip());
    connect(choose, &QToolButton::clicked, this, &TrialDialog::chooseProgram);
    addFieldsRow(form(), tr("&Command"), withProblem(m_command, choose), m_command);

    m_lock->setObjectName(u"trialLock"_s);
    m_lock->setFont(monoFont(font()));
    addFieldsRow(form(), tr("&Lock"), withProblem(m_lock), m_lock);

    m_rounds->setSpecialValueText(tr("no end"));
    m_rounds->setToolTip(tr("How often each takes the lock; 0: until the time is over"));
    auto *roundsLabel = new QLabel(tr("&Rounds of each"), this);
    roundsLabel->setBuddy(m_rounds);
    m_clients->setToolTip(tr("Processes of the command"));
    addFieldsRow(form(), tr("Cl&ients"),
                 makeRow(12, {m_clients, Part::gap(12), roundsLabel, m_rounds, Part::stretch()}), m_clients);

    m_recipe->setObjectName(u"trialRecipe"_s);
    m_recipe->setToolTip(tr("What the lock promises, and so is judged as"));
    for (const locks::RecipeInfo &recipe : locks::recipeCatalog()) {
        if (recipe.isSound() && recipe.id != locks::RecipeId::Own)
            m_recipe->addItem(recipe.title.shown(), int(recipe.id));
    }
    m_leasesLabel->setBuddy(m_leases);
    addFieldsRow(form(), tr("It &promises"), makeRow(12, {{m_recipe, 1}, m_leasesLabel, m_leases}), m_recipe);

    m_faults->setObjectName(u"trialFaults"_s);
    m_faults->setProperty("field", true); // framed as other fields are
    m_faults->setFont(monoFont(font()));
    m_faults->setPlaceholderText(tr("none; else one a line, as pause@0.02:500ms or crash@create-reply"));
    m_faults->setTabChangesFocus(true);
    m_faults->setFixedHeight(m_faults->fontMetrics().lineSpacing() * faultLines + 14);
    addFieldsRow(form(), tr("&Faults"), withProblem(m_faults, makeFaultMenu()), m_faults);

    m_seed->setObjectName(u"trialSeed"_s);
    m_seed->setPlaceholderText(tr("a fresh one"));
    m_seed->setToolTip(tr("A number: the same one draws the same faults at the same requests of each client"));
    addFieldsRow(form(), tr("See&d"), withProblem(m_seed), m_seed);
    m_limit->setObjectName(u"trialLimit"_s);
    m_limit->setToolTip(tr("As 500ms, 60s, 5m or 1h"));
    addFieldsRow(form(), tr("&At most"), withProblem(m_limit), m_limit);
    m_byHand->setObjectName(u"trialByHand"_s);
    m_byHand->setToolTip(tr("Also later, by Step in the panel Programs; the time rests meanwhile"));
    form()->addRow(tr("&Step"), m_byHand);
    form()->addRow(tr("Runs on"), m_place);

    for (const QLineEdit *edit : {m_command, m_lock, m_seed, m_limit})
        connect(edit, &QLineEdit::textChanged, this, &TrialDialog::check);
    connect(m_faults, &QPlainTextEdit::textChanged, this, &TrialDialog::check);
    connect(m_recipe, &QComboBox::currentIndexChanged, this, &TrialDialog::check);
    connect(this, &FormDialog::submitted, this, &QDialog::accept);
}

QLayout *TrialDialog::withProblem(QWidget *field, QWidget *beside)
{
    auto *problem = new ProblemLine(this);
    problem->hide();
    m_problems.insert(field->objectName(), problem);
    auto *row = beside ? makeRow(6, {{field, 1}, {beside, 0, Qt::AlignTop}}) : makeRow(6, {{field, 1}});
    return makeColumn(2, {row, problem});
}

QWidget *TrialDialog::makeFaultMenu()
{
    auto *button = makeToolButton(IconId::Plus, {}, tr("Add a fault"), this);
    button->setAccessibleName(button->toolTip());
    button->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    const auto add = [&](const QString &words, const QString &help) {
        QAction *action = menu->addAction(words, this, [this, words] {
            m_faults->setPlainText((faults() << words).join(u'\n'));
            m_faults->moveCursor(QTextCursor::End);
        });
        action->setFont(monoFont(menu->font()));
        action->setToolTip(help);
    };
    add(u"crash@0.01"_s, tr("SIGKILL to the process and all that it has started; it is started again"));
    add(u"pause@0.02:500ms"_s, tr("The process stands still for that time"));
    add(u"partition@0.02:1s"_s, tr("Nothing passes for that time, and both ends stay open"));
    add(u"delay@0.02:50ms"_s, tr("All that passes is so much later from then on"));
    add(u"lose-request@0.02"_s, tr("The request does not reach the server, and the connection breaks"));
    add(u"lose-reply@0.02"_s, tr("The reply does not reach the client, and the connection breaks"));
    add(u"lose-create-reply@0.1"_s, tr("The node is made, and the client does not hear of it"));
    add(u"expire@0.01"_s, tr("The server ends the session, as its timeout would"));
    add(u"hold@0.1"_s, tr("The message waits until nothing else moves"));
    add(u"kill-server@0.002"_s, tr("SIGKILL to the server that the client speaks to; it is started again"));
    menu->addSeparator();
    add(u"crash@create-reply"_s, tr("Once for each client, when its node is there and it does not know"));
    add(u"lose-reply@delete"_s, tr("Once for each client: that its node is gone is kept from it"));
    add(u"pause@create#2:20s"_s, tr("Once for each client, as it asks for its second node"));
    button->setMenu(menu);
    return button;
}

void TrialDialog::setSandboxStarts(const QString &why)
{
    m_place->setText(tr("A sandbox that is started for it.") + (why.isEmpty() ? QString() : u' ' + why));
    okButton()->setText(tr("Start a sandbox and run"));
}

void TrialDialog::setValues(const trial::TrialSpec &values)
{
    m_command->setText(joinedCommand(values.command));
    m_lock->setText(values.lock);
    m_clients->setValue(values.clients);
    m_rounds->setValue(values.rounds);
    m_recipe->setCurrentIndex(std::max(0, m_recipe->findData(int(values.recipe))));
    m_leases->setValue(values.leases);
    m_faults->setPlainText(trial::toStrings(values.faults).join(u'\n'));
    m_limit->setText(durationWord(values.limit));
    m_byHand->setChecked(values.byHand);
    check();
}

trial::TrialSpec TrialDialog::spec() const
{
    trial::TrialSpec spec;
    spec.command = QProcess::splitCommand(m_command->text());
    spec.lock = m_lock->text().trimmed();
    spec.clients = m_clients->value();
    spec.rounds = m_rounds->value();
    spec.recipe = static_cast<locks::RecipeId>(m_recipe->currentData().toInt());
    spec.leases = locks::recipeInfo(spec.recipe).options.leases ? m_leases->value() : 1;
    spec.faults = trial::readFaults(faults()).value_or(QList<trial::TrialFault>());
    const QString seed = m_seed->text().trimmed();
    spec.seed = seed.isEmpty() ? QRandomGenerator::global()->generate() & 0x7fffffffu : seed.toULongLong();
    spec.limit = trial::limitFromText(m_limit->text().trimmed()).value_or(spec.limit);
    spec.readsErrors = true;
    spec.byHand = m_byHand->isChecked();
    return spec;
}

QStringList TrialDialog::faults() const
{
    QStringList words;
    for (const QString &line : m_faults->toPlainText().split(u'\n')) {
        if (const QString word = line.trimmed(); !word.isEmpty())
            words += word;
    }
    return words;
}

void TrialDialog::chooseProgram()
{
    const QStringList words = QProcess::splitCommand(m_command->text());
    const QString folder = words.isEmpty() ? QString() : QFileInfo(words.last()).absolutePath();
    const QString file = QFileDialog::getOpenFileName(this, tr("Choose a program"), folder);
    if (!file.isEmpty())
        m_command->setText(joinedCommand({file}));
}

// ---- what is wrong ----

QString TrialDialog::commandProblem() const
{
    const QStringList words = QProcess::splitCommand(m_command->text());
    if (words.isEmpty())
        return tr("Name a command: each of its processes is a client.");
    const QString &program = words.first();
    if (!program.contains(u'/'))
        return QStandardPaths::findExecutable(program).isEmpty() ? tr("There is no program “%1”.").arg(program)
                                                                 : QString();
    const QFileInfo file(program);
    if (!file.isFile())
        return tr("There is no file %1.").arg(program);
    return file.isExecutable()
               ? QString()
               : tr("%1 is not executable: make it so, or write before it what runs it, as python3.").arg(program);
}

QString TrialDialog::lockProblem() const
{
    const QString lock = m_lock->text().trimmed();
    if (lock.isEmpty())
        return tr("Name the lock by its path, as /app/lock.");
    trial::TrialSpec spec;
    spec.command = {u"-"_s};
    spec.lock = lock;
    const auto problem = trial::validate(spec);
    return problem ? problem->sentence().shown() : QString();
}

QString TrialDialog::faultsProblem() const
{
    const auto read = trial::readFaults(faults());
    if (!read)
        return read.error().sentence().shown();
    trial::TrialSpec spec;
    spec.faults = *read;
    spec.clients = m_clients->value();
    spec.command = {u"-"_s};
    spec.lock = u"/-"_s;
    const auto problem = trial::validate(spec);
    return problem ? problem->sentence().shown() : QString();
}

QString TrialDialog::seedProblem() const
{
    const QString seed = m_seed->text().trimmed();
    bool ok = true;
    if (!seed.isEmpty())
        seed.toULongLong(&ok);
    return ok ? QString()
              : tr("The seed must be a whole number from 0 up, not “%1”; leave it empty for a fresh one.").arg(seed);
}

QString TrialDialog::limitProblem() const
{
    return trial::limitFromText(m_limit->text().trimmed())
               ? QString()
               : tr("A time, as 500ms, 60s, 5m or 1h, and at most 20 days.");
}

void TrialDialog::check()
{
    const bool hasLeases =
        locks::recipeInfo(static_cast<locks::RecipeId>(m_recipe->currentData().toInt())).options.leases;
    m_leasesLabel->setVisible(hasLeases);
    m_leases->setVisible(hasLeases);
    // Of a command that is not typed yet it is said below, not in red beside the field.
    const bool isUntouched = m_command->text().isEmpty() && !m_command->isModified();
    const std::pair<QWidget *, QString> found[] = {{m_command, isUntouched ? QString() : commandProblem()},
                                                   {m_lock, lockProblem()},
                                                   {m_faults, faultsProblem()},
                                                   {m_seed, seedProblem()},
                                                   {m_limit, limitProblem()}};
    for (const auto &[field, problem] : found) {
        ProblemLine *line = m_problems.value(field->objectName());
        line->setText(problem);
        line->setVisible(!problem.isEmpty());
        field->setAccessibleDescription(problem);
    }
    validate();
}

QString TrialDialog::problemAt(const QString &field) const
{
    const ProblemLine *line = m_problems.value(field);
    return line ? line->text() : QString();
}

QString TrialDialog::findProblem() const
{
    const bool isMarked =
        std::ranges::any_of(m_problems, [](const ProblemLine *line) { return !line->text().isEmpty(); });
    return isMarked ? tr("Mend what is marked above.") : commandProblem();
}

} // namespace lockscope::ui

#include "moc_trialdialog.cpp"
