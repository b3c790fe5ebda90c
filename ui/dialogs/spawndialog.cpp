// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/spawndialog.h"

#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;
using HoldKind = lab::HoldTime::Kind;

namespace {

constexpr int maxClients = 10'000;

QHBoxLayout *rowOf(std::initializer_list<QWidget *> widgets)
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (QWidget *widget : widgets)
        row->addWidget(widget);
    row->addStretch(1);
    return row;
}

QDoubleSpinBox *secondsBox(QWidget *parent, const QString &name)
{
    auto *box = new QDoubleSpinBox(parent);
    box->setRange(0, 86'400);
    box->setDecimals(2);
    box->setSingleStep(0.5);
    box->setSuffix(SpawnDialog::tr(" s"));
    box->setAccessibleName(name);
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

void select(QComboBox *box, int data)
{
    box->setCurrentIndex(std::max(0, box->findData(data)));
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
{
    build();
    lab::SpawnRequest request = values;
    request.lock = lock.isEmpty() ? demoLock() : lock;
    setRequest(request);
    setMinimumWidth(600);
    m_count->setFocus();
    m_count->selectAll();
}

void SpawnDialog::build()
{
    m_recipe = new QComboBox(this);
    m_recipe->addItem(tr("Mutex"), static_cast<int>(locks::RecipeId::Mutex));
    m_recipe->addItem(tr("Read/write lock"), static_cast<int>(locks::RecipeId::ReadWrite));
    m_recipe->setObjectName(u"recipe"_s);
    m_count = new QSpinBox(this);
    m_count->setObjectName(u"count"_s);
    m_count->setRange(1, maxClients);
    m_count->setMinimumWidth(84);
    m_writers = new QSpinBox(this);
    m_writers->setObjectName(u"writers"_s);
    m_writers->setRange(0, 100);
    m_writers->setSingleStep(10);
    m_writers->setSuffix(tr(" % writers"));
    m_writers->setAccessibleName(tr("Share of writers"));
    m_lock = new QLineEdit(this);
    m_lock->setObjectName(u"lock"_s);
    m_lock->setFont(monoFont(font()));
    m_dialect = new QComboBox(this);
    m_dialect->setObjectName(u"dialect"_s);
    m_dialect->addItem(tr("ZooKeeper's documentation"), static_cast<int>(locks::Dialect::Docs));
    m_dialect->addItem(tr("Curator (Java)"), static_cast<int>(locks::Dialect::Curator));
    m_dialect->addItem(tr("kazoo (Python)"), static_cast<int>(locks::Dialect::Kazoo));
    m_dialect->addItem(tr("plain"), static_cast<int>(locks::Dialect::Plain));
    m_hold = new QComboBox(this);
    m_hold->setObjectName(u"hold"_s);
    m_hold->addItem(tr("until I release it"), static_cast<int>(HoldKind::ByHand));
    m_hold->addItem(tr("for a fixed time"), static_cast<int>(HoldKind::Fixed));
    m_hold->addItem(tr("for a random time"), static_cast<int>(HoldKind::Random));
    m_holdMin = secondsBox(this, tr("Hold time, or the least"));
    m_holdTo = new QLabel(tr("to"), this);
    m_holdMax = secondsBox(this, tr("Greatest hold time"));
    m_givesUp = new QCheckBox(tr("gives up after"), this);
    m_givesUp->setObjectName(u"givesUp"_s);
    m_timeout = secondsBox(this, tr("Acquire timeout"));
    m_timeout->setMinimum(0.01);
    m_rounds = new QSpinBox(this);
    m_rounds->setObjectName(u"rounds"_s);
    m_rounds->setRange(0, 1'000'000);
    m_rounds->setSpecialValueText(tr("∞ until stopped"));
    m_rounds->setMinimumWidth(130);
    m_atOnce = new QCheckBox(tr("at once, else they wait for Acquire"), this);
    m_prefix = new QLineEdit(this);
    m_prefix->setObjectName(u"prefix"_s);

    form()->addRow(tr("&Recipe"), rowOf({m_recipe, m_writers}));
    form()->addRow(tr("&Clients"), rowOf({m_count}));
    form()->addRow(tr("&Lock"), m_lock);
    form()->addRow(tr("&Node names as"), rowOf({m_dialect}));
    form()->addRow(tr("&Holds"), rowOf({m_hold, m_holdMin, m_holdTo, m_holdMax}));
    form()->addRow(tr("Waits"), rowOf({m_givesUp, m_timeout}));
    form()->addRow(tr("R&ounds"), rowOf({m_rounds}));
    form()->addRow(tr("Acquire"), m_atOnce);
    form()->addRow(tr("Na&me prefix"), m_prefix);
    for (QComboBox *box : {m_recipe, m_dialect, m_hold})
        box->setMinimumWidth(170);
    for (QDoubleSpinBox *box : {m_holdMin, m_holdMax, m_timeout})
        box->setFixedWidth(112);
    // Mnemonics for the rows whose field is a layout.
    const auto buddy = [this](int row, QWidget *field) {
        if (auto *label = qobject_cast<QLabel *>(form()->itemAt(row, QFormLayout::LabelRole)->widget()))
            label->setBuddy(field);
    };
    buddy(0, m_recipe);
    buddy(1, m_count);
    buddy(3, m_dialect);
    buddy(4, m_hold);
    buddy(6, m_rounds);

    auto *card = new QWidget(this);
    makeCard(card);
    m_previewTitle = new QLabel(card);
    setTone(m_previewTitle, Tone::Small);
    m_preview = new QLabel(card);
    setTone(m_preview, Tone::Mono);
    m_preview->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_preview->setObjectName(u"preview"_s);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(12, 9, 12, 10);
    column->setSpacing(4);
    column->addWidget(m_previewTitle);
    column->addWidget(m_preview);
    extra()->addWidget(card);

    for (QComboBox *box : {m_recipe, m_dialect, m_hold})
        connect(box, &QComboBox::currentIndexChanged, this, &SpawnDialog::update);
    for (QSpinBox *box : {m_count, m_writers, m_rounds})
        connect(box, &QSpinBox::valueChanged, this, &SpawnDialog::update);
    for (QDoubleSpinBox *box : {m_holdMin, m_holdMax, m_timeout})
        connect(box, &QDoubleSpinBox::valueChanged, this, &SpawnDialog::update);
    for (QLineEdit *edit : {m_lock, m_prefix})
        connect(edit, &QLineEdit::textChanged, this, &SpawnDialog::update);
    for (QCheckBox *box : {m_givesUp, m_atOnce})
        connect(box, &QCheckBox::toggled, this, &SpawnDialog::update);
}

lab::SpawnRequest SpawnDialog::request() const
{
    lab::SpawnRequest request;
    request.recipe = static_cast<locks::RecipeId>(m_recipe->currentData().toInt());
    request.count = m_count->value();
    request.lock = m_lock->text().trimmed();
    request.dialect = static_cast<locks::Dialect>(m_dialect->currentData().toInt());
    request.writers = m_writers->value() / 100.0;
    request.hold.kind = static_cast<HoldKind>(m_hold->currentData().toInt());
    request.hold.min = fromSeconds(m_holdMin->value());
    request.hold.max = fromSeconds(m_holdMax->value());
    if (m_givesUp->isChecked())
        request.acquireTimeout = fromSeconds(m_timeout->value());
    request.rounds = m_rounds->value();
    request.acquireAtOnce = m_atOnce->isChecked();
    request.namePrefix = m_prefix->text();
    return request;
}

void SpawnDialog::setRequest(const lab::SpawnRequest &request)
{
    select(m_recipe, static_cast<int>(request.recipe));
    m_count->setValue(request.count);
    m_lock->setText(request.lock);
    select(m_dialect, static_cast<int>(request.dialect));
    m_writers->setValue(static_cast<int>(std::lround(request.writers * 100)));
    select(m_hold, static_cast<int>(request.hold.kind));
    m_holdMin->setValue(toSeconds(request.hold.min));
    m_holdMax->setValue(toSeconds(request.hold.max));
    m_givesUp->setChecked(request.acquireTimeout.has_value());
    m_timeout->setValue(toSeconds(request.acquireTimeout.value_or(milliseconds(10'000))));
    m_rounds->setValue(request.rounds);
    m_atOnce->setChecked(request.acquireAtOnce);
    m_prefix->setText(request.namePrefix);
    update();
}

QString SpawnDialog::preview() const
{
    return m_preview->text();
}

QString SpawnDialog::findProblem() const
{
    const auto error = lab::validate(request());
    return error ? error->sentence() : QString();
}

void SpawnDialog::update()
{
    const lab::SpawnRequest values = request();
    m_writers->setVisible(values.recipe == locks::RecipeId::ReadWrite);
    m_holdMin->setVisible(values.hold.kind != HoldKind::ByHand);
    m_holdTo->setVisible(values.hold.kind == HoldKind::Random);
    m_holdMax->setVisible(values.hold.kind == HoldKind::Random);
    m_timeout->setEnabled(values.acquireTimeout.has_value());
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
    const bool readWrite = values.recipe == locks::RecipeId::ReadWrite;
    const auto kind = readWrite ? locks::NameKind::ReadWrite : locks::NameKind::Mutex;
    QStringList lines;
    for (const locks::Mode mode : {locks::Mode::Exclusive, locks::Mode::Shared}) {
        if (mode == locks::Mode::Shared && !readWrite)
            continue;
        const auto prefix = locks::namePrefix(values.dialect, kind, mode, m_token);
        if (!prefix)
            continue;
        const QString letter = !readWrite ? u"M"_s : mode == locks::Mode::Shared ? u"R"_s : u"W"_s;
        lines << u"%1  %2"_s.arg(letter, *prefix + u"0000000000"_s);
    }
    m_previewTitle->setText(lines.isEmpty() ? tr("Nothing would be made: there are no such names in this dialect")
                                            : tr("Nodes to be made in %1, as in").arg(values.lock));
    m_preview->setText(lines.join(u'\n'));
}

} // namespace lockscope::ui
