// SPDX-License-Identifier: Apache-2.0
// Asks what an incident report is to cover, and has it written: of what is shown when it is saved.
// Reads the world only; a report has nothing that is not in the journal.
#pragma once

#include "core/report/incidentreport.h"
#include "ui/export/fileexport.h"

#include <QDialog>
#include <QPointer>

class QBoxLayout;
class QCheckBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace lockscope::ui {

class LaneIndex;
class LiveWorld;

// The pictures of a report, as things stand at the cursor: a stage for each lock, the timeline around the instant, and
// the wait-for graph where sessions wait over several locks.

/// Stages of more locks than this are left out: a report is to be read.
inline constexpr qsizetype mostReportStages = 6;

/// Light and dark, as SVG. Of \a request the locks and the stretch of time are used.
QList<report::ReportPicture> reportPictures(LiveWorld *world, const LaneIndex &lanes,
                                            const report::IncidentRequest &request);

class Banner;

class ReportDialog : public QDialog
{
    Q_OBJECT
public:
    struct About
    {
        QString source;   ///< what is connected, or the recording
        QString recorded; ///< how it came to be known, a sentence
        QString lock;     ///< chosen at first; may be empty
    };

    /// \a world and \a lanes outlive the dialog.
    ReportDialog(LiveWorld *world, const LaneIndex *lanes, About about, QWidget *parent = nullptr);

    QStringList locks() const;
    /// The page, of what is shown now: its pictures are painted before it is written.
    FileExport::Write writer() const;
    /// Writes it beside everything else, with progress once it takes long. Closes when that is done; else says why not.
    void saveTo(const QString &fileName);

private:
    void buildLocks(QBoxLayout *column);
    void buildFields(QBoxLayout *column);
    void buildButtons(QBoxLayout *column);
    void showInstant();
    qint64 instant() const;
    report::IncidentRequest request() const;
    void chooseFile();
    void onSaved(const QString &fileName, const FileExport::Outcome &outcome);
    void updateSave();

    LiveWorld *m_world;
    const LaneIndex *m_lanes;
    About m_about;
    QLabel *m_instant;
    QListWidget *m_locks;
    QSpinBox *m_before;
    QSpinBox *m_after;
    QCheckBox *m_pictures;
    QCheckBox *m_data;
    QPlainTextEdit *m_note;
    Banner *m_failed;
    QPushButton *m_save = nullptr;
    QPointer<FileExport> m_running;
};

} // namespace lockscope::ui
