// SPDX-License-Identifier: Apache-2.0
#include "ui/report/reportdialog.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "ui/graph/graphview.h"
#include "ui/graph/waitscene.h"
#include "ui/models/queuemodel.h"
#include "ui/stage/stageview.h"
#include "ui/theme/building.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/timelinepicture.h"
#include "ui/world/liveworld.h"

#include <QApplication>
#include <QCheckBox>
#include <QIODevice>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int sinceHoldersCame = -1; ///< of seconds before the instant

report::ReportPicture drawn(const Picture &picture)
{
    PictureLook look = defaultLook(picture, lightPalette());
    const QByteArray light = toSvg(picture, look);
    look.dark = true;
    return {picture.title, light, toSvg(picture, look)};
}

Picture stageOf(LiveWorld *world, const QString &lock, qint64 atNs)
{
    QueueModel model(world);
    model.setInstant(atNs);
    model.setLockPath(lock);
    StageView view(&model);
    return view.picture();
}

void addHeading(QBoxLayout *column, const QString &text, QWidget *field)
{
    auto *label = new QLabel(text, field->parentWidget());
    label->setBuddy(field);
    column->addWidget(label);
}

/// Lanes that have contended for one of the locks.
std::vector<int> lanesOf(const LaneIndex &index, const QStringList &locks)
{
    std::vector<int> rows;
    for (size_t i = 0; i < index.lanes().size(); ++i) {
        const auto &contended = index.lanes()[i].locks;
        if (std::any_of(locks.begin(), locks.end(), [&](const QString &lock) { return contended.contains(lock); }))
            rows.push_back(static_cast<int>(i));
    }
    return rows;
}

} // namespace

QList<report::ReportPicture> reportPictures(LiveWorld *world, const LaneIndex &lanes,
                                            const report::IncidentRequest &request)
{
    QList<report::ReportPicture> pictures;
    for (const QString &lock : request.locks.first(std::min(request.locks.size(), mostReportStages))) {
        if (world->world().directory(lock))
            pictures += drawn(stageOf(world, lock, request.atNs));
    }
    TimelineShot shot;
    shot.title = ReportDialog::tr("Timeline around the instant");
    shot.font = bodyFont();
    shot.rows = lanesOf(lanes, request.locks);
    shot.fromNs = std::max(report::beginOf(request), lanes.firstNs());
    shot.toNs = std::max(request.atNs + std::min(request.afterNs, std::max<qint64>(lanes.lastNs() - request.atNs, 0)),
                         shot.fromNs + 1'000'000);
    shot.reach.nowNs = std::max(lanes.lastNs(), request.atNs);
    shot.reach.reportedNs = !world->isPast() && world->isDisconnected() ? world->staleSinceNs() : shot.reach.nowNs;
    shot.cursorNs = request.atNs;
    shot.width = 1130;
    if (!shot.rows.empty())
        pictures += drawn(timelinePicture(lanes, std::move(shot)));
    WaitScene scene = sceneOf(world->world());
    if (!scene.isEmpty()) {
        GraphView view;
        view.setScene(std::move(scene));
        pictures += drawn(view.picture());
    }
    return pictures;
}

ReportDialog::ReportDialog(LiveWorld *world, const LaneIndex *lanes, About about, QWidget *parent)
    : QDialog(parent)
    , m_world(world)
    , m_lanes(lanes)
    , m_about(std::move(about))
    , m_instant(makeLabel({}, Tone::Muted, this, Wraps))
    , m_locks(new QListWidget(this))
    , m_before(new QSpinBox(this))
    , m_after(new QSpinBox(this))
    , m_pictures(new QCheckBox(tr("With pictures: stage, timeline, wait-for graph"), this))
    , m_data(new QCheckBox(tr("With what owners wrote into their nodes"), this))
    , m_note(new QPlainTextEdit(this))
    , m_failed(new Banner(this))
{
    setWindowTitle(tr("Incident report"));
    resize(boundedByScreen(this, {560, 620}));
    auto *column = makeColumn(this, {24, 20, 24, 20}, 10,
                              {makeLabel(tr("Incident report"), Tone::Title, this), m_instant, m_failed});
    buildLocks(column);
    buildFields(column);
    buildButtons(column);
    connect(m_world, &LiveWorld::cursorMoved, this, &ReportDialog::showInstant);
    showInstant();
}

void ReportDialog::buildLocks(QBoxLayout *column)
{
    addHeading(column, tr("&Locks"), m_locks);
    m_locks->setAccessibleName(tr("Locks"));
    m_locks->setProperty("field", true);
    for (const QString &path : m_world->world().lockPaths()) {
        auto *item = new QListWidgetItem(visible(path), m_locks);
        item->setData(Qt::UserRole, path);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(path == m_about.lock ? Qt::Checked : Qt::Unchecked);
        if (path == m_about.lock)
            m_locks->setCurrentItem(item);
    }
    if (locks().isEmpty() && m_locks->count() > 0)
        m_locks->item(0)->setCheckState(Qt::Checked);
    connect(m_locks, &QListWidget::itemChanged, this, &ReportDialog::updateSave);
    column->addWidget(m_locks, 2);
}

void ReportDialog::buildFields(QBoxLayout *column)
{
    auto *form = new QFormLayout;
    form->setVerticalSpacing(10);
    for (QSpinBox *box : {m_before, m_after}) {
        box->setRange(0, 3600);
        box->setSuffix(tr(" s"));
    }
    m_before->setMinimum(sinceHoldersCame);
    m_before->setSpecialValueText(tr("since the holder came"));
    m_before->setValue(sinceHoldersCame);
    m_after->setValue(10);
    form->addRow(tr("Events &before it"), m_before);
    form->addRow(tr("Events &after it"), m_after);
    column->addLayout(form);
    m_pictures->setChecked(true);
    m_data->setChecked(true);
    m_data->setToolTip(tr("Off where the data are confidential: they may be anything"));
    column->addWidget(m_pictures);
    column->addWidget(m_data);
    addHeading(column, tr("&Note"), m_note);
    m_note->setPlaceholderText(tr("What happened, who noticed, what was done"));
    m_note->setTabChangesFocus(true);
    m_note->setProperty("field", true);
    column->addWidget(m_note, 1);
}

void ReportDialog::buildButtons(QBoxLayout *column)
{
    auto *close = new QPushButton(tr("Close"), this);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_save = new QPushButton(tr("Save report…"), this);
    setButtonKind(m_save, ButtonKind::Primary);
    m_save->setDefault(true);
    updateSave();
    connect(m_save, &QPushButton::clicked, this, &ReportDialog::chooseFile);
    column->addLayout(makeRow(-1, {Part::stretch(), close, m_save}));
}

void ReportDialog::showInstant()
{
    if (!m_world->isPast()) {
        m_instant->setText(tr("%1, as it is when the report is saved. For an earlier instant, go back in time first.")
                               .arg(m_about.source));
        return;
    }
    const QString when = toDateTime(m_world->positionNs()).toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s);
    m_instant->setText(tr("%1, as it was at %2").arg(m_about.source, when));
}

qint64 ReportDialog::instant() const
{
    return m_world->isPast() ? m_world->positionNs() : nowNs();
}

QStringList ReportDialog::locks() const
{
    QStringList paths;
    for (int row = 0; row < m_locks->count(); ++row) {
        if (m_locks->item(row)->checkState() == Qt::Checked)
            paths += m_locks->item(row)->data(Qt::UserRole).toString();
    }
    return paths;
}

void ReportDialog::updateSave()
{
    m_save->setEnabled(!m_running && !locks().isEmpty());
}

report::IncidentRequest ReportDialog::request() const
{
    constexpr qint64 second = 1'000'000'000;
    report::IncidentRequest request;
    request.locks = locks();
    request.atNs = instant();
    if (m_before->value() != sinceHoldersCame)
        request.beforeNs = m_before->value() * second;
    request.afterNs = m_after->value() * second;
    request.source = m_about.source;
    request.recorded = m_about.recorded;
    request.note = m_note->toPlainText();
    request.withData = m_data->isChecked();
    request.madeAtNs = nowNs();
    for (const QString &lock : std::as_const(request.locks)) {
        const locks::LockQueue &queue = m_world->world().queue(lock);
        for (const int holder : queue.holders) {
            const locks::Contender &contender = queue.contenders[static_cast<size_t>(holder)];
            if (const auto since = m_world->heldSince(queue, contender))
                request.held.insert(queue.pathOf(contender), *since);
        }
    }
    if (m_pictures->isChecked())
        request.pictures = reportPictures(m_world, *m_lanes, request);
    return request;
}

FileExport::Write ReportDialog::writer() const
{
    return [world = m_world->world(), journal = m_world->journal(), request = request()](QIODevice *device,
                                                                                         ExportProgress &progress) {
        const auto goesOn = [&progress](qsizetype done, qsizetype all) {
            progress.done = done;
            progress.all = all;
            return !progress.stop;
        };
        const QByteArray page = report::incidentReport(world, journal, request, goesOn);
        return !page.isEmpty() && device->write(page) == page.size();
    };
}

void ReportDialog::saveTo(const QString &fileName)
{
    m_failed->hide();
    QApplication::setOverrideCursor(Qt::WaitCursor); // while the pictures are painted
    m_running = new FileExport(writer(), fileName, this);
    QApplication::restoreOverrideCursor();
    updateSave();
    tellProgress(m_running, tr("Incident report"), tr("Writing the report…"), this);
    connect(m_running, &FileExport::finished, this,
            [this, fileName](const FileExport::Outcome &outcome) { onSaved(fileName, outcome); });
}

void ReportDialog::onSaved(const QString &fileName, const FileExport::Outcome &outcome)
{
    m_running->deleteLater();
    m_running.clear();
    updateSave();
    if (outcome.isWritten)
        return accept();
    if (!outcome.wasCancelled)
        m_failed->show(Banner::Severity::Error, tr("The report was not saved."),
                       tr("%1: %2. Choose another place.").arg(fileName, outcome.error));
}

void ReportDialog::chooseFile()
{
    const QString file = askForPage(this, tr("Save report"), u"incident"_s, toDateTime(instant()));
    if (!file.isEmpty())
        saveTo(file);
}

} // namespace lockscope::ui

#include "moc_reportdialog.cpp"
