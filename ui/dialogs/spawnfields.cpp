// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/spawnfields.h"

#include "core/locks/recipecatalog.h"
#include "ui/models/text.h"
#include "ui/theme/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::Fault;
using std::chrono::milliseconds;

namespace {

constexpr double usualRate = 0.01;
constexpr std::chrono::milliseconds usualDuration{500};
constexpr int spinWidth = 100;

QDoubleSpinBox *fractionBox(QWidget *parent, const QString &name, const QString &unit, const QString &accessible)
{
    auto *box = new QDoubleSpinBox(parent);
    box->setObjectName(name);
    box->setDecimals(2);
    box->setSingleStep(0.5);
    box->setSuffix(unit);
    box->setAccessibleName(accessible);
    box->setFixedWidth(spinWidth);
    return box;
}

milliseconds fromSeconds(double seconds)
{
    return milliseconds(std::llround(seconds * 1000));
}
double toSeconds(milliseconds time)
{
    return static_cast<double>(time.count()) / 1000;
}

} // namespace

FaultTable::FaultTable(QWidget *parent)
    : QWidget(parent)
    , m_none(makeLabel(tr("None: only what you do by hand."), Tone::Muted, this))
    , m_add(makeLink(tr("Add a fault"), this))
    , m_column(makeColumn(this, {}, 5, {makeRow(-1, {{m_none, 1}, Part::stretch(0), m_add})}))
{
    m_add->setObjectName(u"addFault"_s);
    connect(m_add, &QPushButton::clicked, this, &FaultTable::addRow);
    updateRows();
}

void FaultTable::addRow()
{
    if (m_rows.size() >= mostRows)
        return;
    const QList<Fault> all = randomFaults();
    const auto fresh = std::find_if(all.begin(), all.end(), [this](Fault fault) {
        return std::none_of(m_rows.begin(), m_rows.end(),
                            [fault](const Row &row) { return row.fault->currentData().toInt() == int(fault); });
    });
    append({fresh == all.end() ? all.front() : *fresh, usualRate, usualDuration});
    m_rows.last().rate->setFocus();
    Q_EMIT changed();
}

void FaultTable::append(const lab::RandomFault &fault)
{
    Row row;
    row.widget = new QWidget(this);
    row.fault = new QComboBox(row.widget);
    row.fault->setObjectName(u"fault"_s);
    row.fault->setAccessibleName(tr("Random fault"));
    for (const Fault one : randomFaults()) {
        row.fault->addItem(randomFaultText(one), static_cast<int>(one));
        row.fault->setItemData(row.fault->count() - 1, faultHelp(one), Qt::ToolTipRole);
    }
    row.fault->setCurrentIndex(std::max(0, row.fault->findData(static_cast<int>(fault.fault))));
    row.rate = fractionBox(row.widget, u"rate"_s, tr(" %"), tr("Rate for each request"));
    row.rate->setRange(0, 100);
    row.rate->setValue(fault.rate * 100);
    row.rate->setToolTip(tr("How likely it is at each ZooKeeper request of a client"));
    row.seconds = fractionBox(row.widget, u"seconds"_s, tr(" s"), tr("How long it lasts"));
    row.seconds->setRange(0.01, 3600);
    row.seconds->setValue(toSeconds(fault.duration));
    row.atOnce = makeLabel(tr("once"), Tone::Muted, row.widget);
    row.atOnce->setFixedWidth(spinWidth);
    auto *take = makeCross(tr("Without this fault"), tr("Remove this fault"), row.widget);
    makeRow(row.widget, {}, 6, {{row.fault, 1}, row.rate, row.seconds, row.atOnce, take});
    m_column->insertWidget(static_cast<int>(m_rows.size()), row.widget);
    m_rows.append(row);
    row.widget->show();

    connect(take, &QToolButton::clicked, this, [this, widget = row.widget] { remove(widget); });
    connect(row.fault, &QComboBox::currentIndexChanged, this, [this] {
        updateRows();
        Q_EMIT changed();
    });
    for (const QDoubleSpinBox *box : {row.rate, row.seconds})
        connect(box, &QDoubleSpinBox::valueChanged, this, &FaultTable::changed);
    updateRows();
}

void FaultTable::remove(const QWidget *widget)
{
    m_rows.removeIf([&](const Row &row) {
        if (row.widget != widget)
            return false;
        row.widget->hide();
        row.widget->deleteLater(); // its button was just clicked
        return true;
    });
    updateRows();
    Q_EMIT changed();
}

void FaultTable::updateRows()
{
    for (const Row &row : std::as_const(m_rows)) {
        const auto fault = static_cast<Fault>(row.fault->currentData().toInt());
        row.fault->setToolTip(faultHelp(fault));
        row.seconds->setVisible(faultLasts(fault));
        row.atOnce->setVisible(!faultLasts(fault));
    }
    m_none->setVisible(m_rows.isEmpty());
    m_add->setVisible(m_rows.size() < mostRows);
}

QList<lab::RandomFault> FaultTable::faults() const
{
    QList<lab::RandomFault> faults;
    for (const Row &row : m_rows) {
        lab::RandomFault fault;
        fault.fault = static_cast<Fault>(row.fault->currentData().toInt());
        fault.rate = row.rate->value() / 100;
        if (faultLasts(fault.fault))
            fault.duration = fromSeconds(row.seconds->value());
        faults.append(fault);
    }
    return faults;
}

void FaultTable::setFaults(const QList<lab::RandomFault> &faults)
{
    while (!m_rows.isEmpty())
        remove(m_rows.last().widget);
    for (const lab::RandomFault &fault : faults.mid(0, mostRows))
        append(fault);
}

using HoldKind = lab::HoldTime::Kind;

namespace {

constexpr int maxClients = 10'000;

QSpinBox *spinBox(QWidget *parent, const QString &name, int least, int most, const QString &accessible)
{
    auto *box = new QSpinBox(parent);
    box->setObjectName(name);
    box->setRange(least, most);
    box->setAccessibleName(accessible);
    box->setMinimumWidth(spinWidth);
    return box;
}

QDoubleSpinBox *secondsBox(QWidget *parent, const QString &name, const QString &accessible)
{
    QDoubleSpinBox *box = fractionBox(parent, name, SpawnFields::tr(" s"), accessible);
    box->setRange(0, 86'400);
    return box;
}

QLabel *note(QWidget *parent, const QString &text)
{
    return makeLabel(text, Tone::Muted, parent);
}

void select(QComboBox *box, int data)
{
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

QString dialectText(locks::Dialect dialect)
{
    switch (dialect) {
    case locks::Dialect::Docs: return SpawnFields::tr("ZooKeeper's documentation");
    case locks::Dialect::Curator: return SpawnFields::tr("Curator (Java)");
    case locks::Dialect::Kazoo: return SpawnFields::tr("kazoo (Python)");
    case locks::Dialect::Plain: return SpawnFields::tr("plain");
    case locks::Dialect::Generic: break;
    }
    return locks::dialectName(dialect);
}

} // namespace

SpawnFields::SpawnFields(QWidget *parent)
    : QWidget(parent)
    , m_form(makeForm(this, {}, 7))
{
    build();
    connectAll();
    setRecipe(m_recipe);
}

void SpawnFields::addRow(const QString &label, std::initializer_list<QWidget *> widgets)
{
    auto *holder = new QWidget(this); // one widget, so that the row can be hidden
    auto *row = makeRow(holder, {}, 7, {});
    for (QWidget *widget : widgets)
        row->addWidget(widget);
    row->addStretch(1);
    m_form->addRow(label, holder);
    if (auto *text = qobject_cast<QLabel *>(m_form->labelForField(holder)))
        text->setBuddy(*widgets.begin());
}

void SpawnFields::build()
{
    m_form->setHorizontalSpacing(12);
    m_lock = new QLineEdit(this);
    m_lock->setObjectName(u"lock"_s);
    m_lock->setFont(monoFont(font()));
    m_paths = new QPlainTextEdit(this);
    m_paths->setObjectName(u"paths"_s);
    m_paths->setProperty("field", true);
    m_paths->setFont(monoFont(font()));
    m_paths->setAccessibleName(tr("Locks, one a line"));
    m_paths->setToolTip(tr("The locks, one a line, in the order in which they are taken"));
    m_paths->setTabChangesFocus(true);
    m_paths->setFixedHeight(74);
    m_sorted = new QCheckBox(tr("taken in sorted order, which cannot deadlock"), this);
    m_sorted->setObjectName(u"sorted"_s);
    m_count = spinBox(this, u"count"_s, 1, maxClients, tr("Number of clients"));
    m_prefix = new QLineEdit(this);
    m_prefix->setObjectName(u"prefix"_s);
    m_prefix->setAccessibleName(tr("Name prefix"));
    m_prefix->setToolTip(tr("Their names begin so, and end with a number"));
    m_prefix->setFixedWidth(130);
    m_writers = spinBox(this, u"writers"_s, 0, 100, tr("Share of writers"));
    m_writers->setSingleStep(10);
    m_writers->setSuffix(tr(" %"));
    m_leases = spinBox(this, u"leases"_s, 1, 1'000'000, tr("Number of leases"));
    m_entries = spinBox(this, u"entries"_s, 1, 1'000, tr("Entries in each round"));
    m_threads = spinBox(this, u"threads"_s, 1, 1'000, tr("Threads of a process"));
    m_pool = spinBox(this, u"pool"_s, 0, 1'000, tr("Connections of a pool"));
    m_pool->setSpecialValueText(tr("one each"));
    m_pool->setToolTip(
        tr("So many they share, as threads share the pool of their process: each takes one when it begins to "
           "acquire and keeps it until it has released"));
    m_dialect = new QComboBox(this);
    m_dialect->setObjectName(u"dialect"_s);
    m_hold = new QComboBox(this);
    m_hold->setObjectName(u"hold"_s);
    m_hold->addItem(tr("until I release it"), static_cast<int>(HoldKind::ByHand));
    m_hold->addItem(tr("for a fixed time"), static_cast<int>(HoldKind::Fixed));
    m_hold->addItem(tr("for a random time"), static_cast<int>(HoldKind::Random));
    m_holdMin = secondsBox(this, u"holdMin"_s, tr("Hold time, or the least"));
    m_holdTo = note(this, tr("to"));
    m_holdMax = secondsBox(this, u"holdMax"_s, tr("Greatest hold time"));
    m_givesUp = new QCheckBox(tr("gives up after"), this);
    m_givesUp->setObjectName(u"givesUp"_s);
    m_timeout = secondsBox(this, u"timeout"_s, tr("Acquire timeout"));
    m_timeout->setMinimum(0.01);
    m_session = secondsBox(this, u"sessionTimeout"_s, tr("Session timeout"));
    m_session->setMaximum(600);
    m_session->setMinimumWidth(150);
    m_session->setMaximumWidth(150);
    m_rounds = spinBox(this, u"rounds"_s, 0, 1'000'000, tr("Rounds"));
    m_rounds->setSpecialValueText(tr("∞ until stopped"));
    m_rounds->setMinimumWidth(130);
    m_atOnce = new QCheckBox(tr("begin at once"), this);
    m_atOnce->setObjectName(u"atOnce"_s);
    m_atOnce->setToolTip(tr("Else they wait for Acquire"));

    m_form->addRow(tr("&Lock"), m_lock);
    m_form->addRow(tr("&Locks"), m_paths);
    addRow(QString(), {m_sorted});
    addRow(tr("&Clients"), {m_count, note(this, tr("named")), m_prefix});
    addRow(tr("&Writers"), {m_writers, note(this, tr("of the clients, the others read"))});
    addRow(tr("Leas&es"), {m_leases, note(this, tr("so many may hold at once"))});
    addRow(tr("&Entries"), {m_entries, note(this, tr("nested, in each round"))});
    addRow(tr("&Threads"), {m_threads, note(this, tr("share what the process holds"))});
    addRow(tr("Connec&tions"), {m_pool, note(this, tr("of the database, shared by all"))});
    addRow(tr("&Node names as"), {m_dialect});
    addRow(tr("&Holds"), {m_hold, m_holdMin, m_holdTo, m_holdMax});
    addRow(tr("Waits"), {m_givesUp, m_timeout});
    addRow(tr("Sess&ion timeout"), {m_session});
    m_sessionLabel = qobject_cast<QLabel *>(m_form->labelForField(m_session->parentWidget()));
    addRow(tr("R&ounds"), {m_rounds, m_atOnce});
    m_dialect->setMinimumWidth(200);
    m_hold->setMinimumWidth(160);
}

void SpawnFields::connectAll()
{
    connect(m_dialect, &QComboBox::activated, this,
            [this] { m_wantedDialect = static_cast<locks::Dialect>(m_dialect->currentData().toInt()); });
    for (const QComboBox *box : {m_dialect, m_hold})
        connect(box, &QComboBox::currentIndexChanged, this, &SpawnFields::onChanged);
    for (const QSpinBox *box : {m_count, m_writers, m_leases, m_entries, m_threads, m_pool, m_rounds})
        connect(box, &QSpinBox::valueChanged, this, &SpawnFields::onChanged);
    for (const QDoubleSpinBox *box : {m_holdMin, m_holdMax, m_timeout, m_session})
        connect(box, &QDoubleSpinBox::valueChanged, this, &SpawnFields::onChanged);
    for (const QLineEdit *edit : {m_lock, m_prefix})
        connect(edit, &QLineEdit::textChanged, this, &SpawnFields::onChanged);
    for (const QCheckBox *box : {m_givesUp, m_atOnce, m_sorted})
        connect(box, &QCheckBox::toggled, this, &SpawnFields::onChanged);
    connect(m_paths, &QPlainTextEdit::textChanged, this, &SpawnFields::onChanged);
}

void SpawnFields::onChanged()
{
    const auto hold = static_cast<HoldKind>(m_hold->currentData().toInt());
    m_holdMin->setVisible(hold != HoldKind::ByHand);
    m_holdTo->setVisible(hold == HoldKind::Random);
    m_holdMax->setVisible(hold == HoldKind::Random);
    m_timeout->setEnabled(m_givesUp->isChecked());
    Q_EMIT changed();
}

void SpawnFields::setRecipe(locks::RecipeId recipe)
{
    m_recipe = recipe;
    const locks::RecipeInfo &info = locks::recipeInfo(recipe);
    const auto show = [this](QWidget *field, bool shown) {
        m_form->setRowVisible(field->parentWidget() == this ? field : field->parentWidget(), shown);
    };
    show(m_lock, !info.options.paths);
    show(m_paths, info.options.paths);
    show(m_sorted, info.options.paths && info.isSound());
    show(m_writers, info.options.writers);
    show(m_leases, info.options.leases);
    show(m_entries, info.options.entries);
    show(m_threads, info.options.threads);
    show(m_pool, info.options.pool);
    const bool isKey = !info.isOfZooKeeper();
    show(m_dialect, !isKey);
    m_sessionLabel->setText(isKey ? tr("T&ime limit") : tr("Sess&ion timeout"));
    m_session->setAccessibleName(isKey ? tr("Time limit of the key") : tr("Session timeout"));
    m_session->setSpecialValueText(isKey ? tr("10 s") : tr("as the connection"));
    m_session->setToolTip(
        isKey ? tr("After so long the key goes by itself, where the recipe gives it a limit")
              : tr("After so long without a word the server ends a session; it grants from 2 to 20 of its ticks"));
    if (info.options.paths)
        suggestPaths();
    offerDialects();
    onChanged();
}

/// Two locks beside the one that was asked for, where none are named yet.
void SpawnFields::suggestPaths()
{
    if (!m_paths->toPlainText().trimmed().isEmpty())
        return;
    const QString lock = m_lock->text().trimmed();
    const QSignalBlocker quiet(m_paths);
    m_paths->setPlainText(lock + u"-a\n"_s + lock + u"-b"_s);
}

void SpawnFields::offerDialects()
{
    const QSignalBlocker quiet(m_dialect);
    m_dialect->clear();
    for (const locks::Dialect dialect : locks::recipeInfo(m_recipe).dialects)
        m_dialect->addItem(dialectText(dialect), static_cast<int>(dialect));
    select(m_dialect, static_cast<int>(m_wantedDialect));
    m_dialect->setEnabled(m_dialect->count() > 1);
    m_dialect->setToolTip(m_dialect->count() > 1 ? tr("Whose names the nodes have, so that such clients queue together")
                                                 : tr("This recipe has names in one dialect only"));
}

void SpawnFields::setRequest(const lab::SpawnRequest &request)
{
    {
        const QSignalBlocker quiet(this);
        m_lock->setText(request.lock);
        m_paths->setPlainText(request.paths.join(u'\n'));
        m_sorted->setChecked(request.sorted);
        m_count->setValue(request.count);
        m_prefix->setText(request.namePrefix);
        m_writers->setValue(static_cast<int>(std::lround(request.writers * 100)));
        m_leases->setValue(request.leases);
        m_entries->setValue(request.entries);
        m_threads->setValue(request.threads);
        m_pool->setValue(request.pool);
        m_wantedDialect = request.dialect;
        select(m_hold, static_cast<int>(request.hold.kind));
        m_holdMin->setValue(toSeconds(request.hold.min));
        m_holdMax->setValue(toSeconds(request.hold.max));
        m_givesUp->setChecked(request.acquireTimeout.has_value());
        m_timeout->setValue(toSeconds(request.acquireTimeout.value_or(milliseconds(10'000))));
        m_session->setValue(toSeconds(request.sessionTimeout.value_or(milliseconds(0))));
        m_rounds->setValue(request.rounds);
        m_atOnce->setChecked(request.acquireAtOnce);
    }
    setRecipe(request.recipe);
}

lab::SpawnRequest SpawnFields::request() const
{
    const locks::Options &options = locks::recipeInfo(m_recipe).options;
    lab::SpawnRequest request;
    request.recipe = m_recipe;
    request.lock = m_lock->text().trimmed();
    if (options.paths) {
        for (const QString &line : m_paths->toPlainText().split(u'\n')) {
            if (const QString path = line.trimmed(); !path.isEmpty())
                request.paths.append(path);
        }
        request.lock = request.paths.value(0); // what the window then selects
        request.sorted = m_sorted->isChecked();
    }
    request.count = m_count->value();
    request.namePrefix = m_prefix->text();
    if (options.writers)
        request.writers = m_writers->value() / 100.0;
    if (options.leases)
        request.leases = m_leases->value();
    if (options.entries)
        request.entries = m_entries->value();
    if (options.threads)
        request.threads = m_threads->value();
    if (options.pool)
        request.pool = m_pool->value();
    request.dialect = static_cast<locks::Dialect>(m_dialect->currentData().toInt());
    request.hold.kind = static_cast<HoldKind>(m_hold->currentData().toInt());
    request.hold.min = fromSeconds(m_holdMin->value());
    request.hold.max = fromSeconds(m_holdMax->value());
    if (m_givesUp->isChecked())
        request.acquireTimeout = fromSeconds(m_timeout->value());
    if (m_session->value() > 0)
        request.sessionTimeout = fromSeconds(m_session->value());
    request.rounds = m_rounds->value();
    request.acquireAtOnce = m_atOnce->isChecked();
    return request;
}

void SpawnFields::focusCount()
{
    m_count->setFocus();
    m_count->selectAll();
}

} // namespace lockscope::ui

#include "moc_spawnfields.cpp"
