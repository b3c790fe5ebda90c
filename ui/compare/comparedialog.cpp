// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/comparedialog.h"

#include "core/base/privatefile.h"
#include "core/compare/comparisonpage.h"
#include "ui/compare/comparechart.h"
#include "ui/theme/building.h"
#include "ui/theme/widgets.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTextTable>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// "1, 10, 50"; empty where something else stands there.
QList<int> numbersIn(const QString &text)
{
    QList<int> numbers;
    for (const QString &word : text.split(u',')) {
        bool isNumber = false;
        const int number = word.trimmed().toInt(&isNumber);
        if (!isNumber || number < 1 || number > compare::mostClients)
            return {};
        if (!numbers.contains(number))
            numbers += number;
    }
    return numbers;
}

/// With air around what stands in them, and quiet lines.
void dressTables(QTextDocument &document, const QColor &lines)
{
    const QList<QTextFrame *> frames = document.rootFrame()->childFrames();
    for (QTextFrame *frame : frames) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderBrush(lines);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setCellSpacing(0);
        format.setCellPadding(5);
        format.setTopMargin(6);
        format.setBottomMargin(18);
        table->setFormat(format);
    }
}

} // namespace

CompareDialog::CompareDialog(Engine &engine, QWidget *parent)
    : QDialog(parent)
    , m_engine(&engine)
    , m_missing(makeLabel({}, Tone::Muted, this, Wraps))
    , m_clients(new QLineEdit(u"1, 10, 50, 200"_s, this))
    , m_rounds(new QSpinBox(this))
    , m_turns(new QSpinBox(this))
    , m_banner(new Banner(this))
    , m_what(makeLabel({}, Tone::Muted, this))
    , m_progress(new QProgressBar(this))
    , m_charts{new CompareChart(CompareChart::Figure::Speed, this),
               new CompareChart(CompareChart::Figure::Handoff, this),
               new CompareChart(CompareChart::Figure::Requests, this)}
    , m_tables(new QTextBrowser(this))
    , m_tabs(new QTabWidget(this))
    , m_start(new QPushButton(tr("Compare"), this))
    , m_save(new QPushButton(tr("Save page…"), this))
{
    setWindowTitle(tr("Compare locks"));
    resize(boundedByScreen(this, {860, 720}));
    QHBoxLayout *kinds = makeRow(16, {});
    for (size_t i = 0; i < locks::backendCount; ++i) {
        const auto backend = static_cast<locks::Backend>(i);
        auto *box = new QCheckBox(locks::backendText(backend), this);
        connect(box, &QCheckBox::toggled, this, &CompareDialog::updateButtons);
        m_backends.append({backend, box});
        kinds->addWidget(box);
    }
    kinds->addStretch();
    lookForServers();
    m_clients->setObjectName(u"compareClients"_s);
    m_rounds->setRange(1, 10'000);
    m_rounds->setValue(compare::ComparisonSpec().rounds);
    m_rounds->setAccessibleName(tr("Rounds"));
    m_turns->setRange(1, 100);
    m_turns->setValue(compare::ComparisonSpec().turns);
    m_turns->setAccessibleName(tr("Turns"));
    m_tables->setOpenLinks(false);
    m_progress->setTextVisible(false);
    auto *close = new QPushButton(tr("Close"), this);
    m_start->setObjectName(u"compareStart"_s);
    m_start->setDefault(true);
    m_banner->hide();
    m_tabs->addTab(scrolled(m_charts[0], u"compareSpeed"_s, this), tr("Speed"));
    m_tabs->addTab(scrolled(m_charts[1], u"compareHandoff"_s, this), tr("Hand-over"));
    m_tabs->addTab(scrolled(m_charts[2], u"compareRequests"_s, this), tr("Requests"));
    m_tabs->addTab(m_tables, tr("All figures"));
    makeColumn(this, {24, 20, 24, 20}, 10,
               {makeLabel(tr("Compare locks"), Tone::Title, this),
                makeLabel(tr("The same clients and the same faults on private servers, one kind after the other. Takes "
                             "minutes; what is open in the window is left alone."),
                          Tone::Muted, this, Wraps),
                kinds,
                m_missing,
                makeRow(10, {makeLabel(tr("Clients at once"), Tone::Normal, this), m_clients,
                             makeLabel(tr("Rounds"), Tone::Normal, this), m_rounds,
                             makeLabel(tr("Turns"), Tone::Normal, this), m_turns, Part::stretch()}),
                m_banner,
                m_what,
                m_progress,
                {m_tabs, 1},
                makeRow(10, {m_save, Part::stretch(), close, m_start})});
    connect(&m_running, &QFutureWatcherBase::finished, this, &CompareDialog::finish);
    connect(&engine, &Engine::comparisonProgressed, this, &CompareDialog::showProgress);
    for (CompareChart *chart : m_charts)
        connect(&engine, &Engine::comparisonMeasured, chart, &CompareChart::setComparison);
    connect(m_clients, &QLineEdit::textChanged, this, &CompareDialog::updateButtons);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (isRunning())
            cancel();
        else
            start();
    });
    connect(close, &QPushButton::clicked, this, &CompareDialog::reject);
    connect(m_save, &QPushButton::clicked, this, [this] {
        const QString file =
            QFileDialog::getSaveFileName(this, tr("Save page"), u"locks-compared.html"_s, tr("HTML pages (*.html)"));
        if (!file.isEmpty())
            savePage(file);
    });
    updateButtons();
}

CompareDialog::~CompareDialog()
{
    if (isRunning())
        cancel();
}

void CompareDialog::cancel()
{
    if (m_engine)
        m_engine->cancelComparison();
}

compare::ComparisonSpec CompareDialog::spec() const
{
    compare::ComparisonSpec spec;
    for (const auto &[backend, box] : m_backends) {
        if (box->isChecked())
            spec.backends += backend;
    }
    spec.clients = numbersIn(m_clients->text());
    spec.rounds = m_rounds->value();
    spec.turns = m_turns->value();
    spec.recordings = m_scratch.path();
    return spec;
}

QString CompareDialog::problem() const
{
    if (spec().backends.isEmpty())
        return tr("Choose one kind of server at least.");
    if (spec().clients.isEmpty())
        return tr("Clients at once: write numbers from 1 to %1, with commas.").arg(compare::mostClients);
    return {};
}

void CompareDialog::start()
{
    if (!problem().isEmpty())
        return;
    m_found.reset();
    m_tables->clear();
    m_tabs->setCurrentIndex(0);
    m_isRunning = true;
    m_running.setFuture(m_engine->compareLocks(spec()));
    updateButtons();
}

void CompareDialog::finish()
{
    m_isRunning = false;
    if (m_running.isCanceled()) // the engine is gone
        return;
    const auto comparison = m_running.result();
    m_what->clear();
    if (comparison) {
        showFound(*comparison);
    } else if (comparison.error().code != ErrorCode::Cancelled) {
        m_banner->show(Banner::Severity::Error, tr("The comparison ended."), comparison.error().sentence().shown());
    }
    updateButtons();
}

void CompareDialog::showProgress(const Text &what, int done, int total)
{
    m_what->setText(tr("%1 of %2: %3").arg(QString::number(done), QString::number(total), what.shown()));
    m_progress->setRange(0, total);
    m_progress->setValue(done);
}

void CompareDialog::showFound(const compare::Comparison &found)
{
    m_found = found;
    for (CompareChart *chart : m_charts)
        chart->setComparison(*m_found);
    m_tables->setMarkdown(compare::toMarkdown(*m_found));
    dressTables(*m_tables->document(), palette().color(QPalette::Mid));
    m_tabs->setCurrentWidget(m_tables);
    const Text missing = compare::notMeasured(found);
    m_banner->setVisible(!missing.isEmpty());
    if (!missing.isEmpty())
        m_banner->show(Banner::Severity::Warning, tr("Not all could be measured."), missing.shown());
}

bool CompareDialog::savePage(const QString &file)
{
    const QFileInfo info(file);
    const QString directory = info.completeBaseName() + u"-recordings"_s;
    const QDir beside(info.absoluteDir().filePath(directory));
    const QByteArray page = compare::toHtml(*m_found, directory).toUtf8();
    WholeFile into(file);
    bool isSaved = openPrivately(into) && into.write(page) == page.size() && QDir().mkpath(beside.path());
    const QStringList recordings = QDir(m_scratch.path()).entryList({u"*.lockscope"_s}, QDir::Files);
    // Those of an earlier comparison go when all is there that takes their place.
    const auto part = [&beside](const QString &name) { return beside.filePath(name + ".part"_L1); };
    for (const QString &name : recordings) {
        QFile::remove(part(name));
        isSaved = isSaved && QFile::copy(QDir(m_scratch.path()).filePath(name), part(name));
    }
    isSaved = isSaved && into.commit();
    for (const QString &name : recordings) {
        if (!isSaved)
            QFile::remove(part(name));
        else
            isSaved = (!QFile::exists(beside.filePath(name)) || QFile::remove(beside.filePath(name)))
                      && QFile::rename(part(name), beside.filePath(name));
    }
    if (isSaved)
        m_banner->show(Banner::Severity::Note, tr("Saved."), tr("The recordings are in %1.").arg(beside.path()));
    else
        m_banner->show(Banner::Severity::Error, tr("Not saved."),
                       tr("%1 could not be written: choose another place.").arg(file));
    return isSaved;
}

void CompareDialog::reject()
{
    if (isRunning())
        cancel();
    QDialog::reject();
}

/// What is missing is said with what to install; all others can be compared.
void CompareDialog::lookForServers()
{
    QStringList sentences;
    for (const auto &[backend, box] : m_backends) {
        const auto missing = compare::missingServer(backend);
        box->setChecked(!missing);
        box->setProperty("missing", missing.has_value());
        if (missing)
            sentences += missing->sentence().shown();
    }
    m_missing->setText(sentences.join(u'\n'));
    m_missing->setVisible(!sentences.isEmpty());
}

void CompareDialog::updateButtons()
{
    for (const auto &[backend, box] : m_backends)
        box->setEnabled(!isRunning() && !box->property("missing").toBool());
    for (QWidget *field :
         {static_cast<QWidget *>(m_clients), static_cast<QWidget *>(m_rounds), static_cast<QWidget *>(m_turns)})
        field->setEnabled(!isRunning());
    m_progress->setVisible(isRunning());
    m_tabs->setTabEnabled(m_tabs->indexOf(m_tables), m_found.has_value());
    m_save->setEnabled(m_found.has_value());
    m_start->setText(isRunning() ? tr("Cancel") : tr("Compare"));
    const QString why = problem();
    m_start->setEnabled(isRunning() || why.isEmpty());
    if (!why.isEmpty())
        m_banner->show(Banner::Severity::Warning, tr("Not yet."), why);
    else if (isRunning() || !m_found)
        m_banner->hide();
}

} // namespace lockscope::ui

#include "moc_comparedialog.cpp"
