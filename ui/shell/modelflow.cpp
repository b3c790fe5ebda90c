// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/modelflow.h"

#include "core/base/smallfile.h"
#include "ui/dialogs/modeldialog.h"
#include "ui/model/stepspanel.h"
#include "ui/shell/modelpage.h"

#include <QFileDialog>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ModelFlow::ModelFlow(QWidget *window)
    : QObject(window)
    , m_window(window)
{
}

ModelPage *ModelFlow::page() const
{
    return m_page;
}

void ModelFlow::choose()
{
    auto *dialog = new ModelDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FormDialog::submitted, this, [this, dialog] {
        open(dialog->setup());
        dialog->accept();
    });
    dialog->open();
}

void ModelFlow::chooseSchedule()
{
    const QString file =
        QFileDialog::getOpenFileName(m_window, tr("Open schedule"), {}, tr("Schedules (*.json);;All files (*)"));
    if (!file.isEmpty())
        openSchedule(file);
}

void ModelFlow::open(const explore::Setup &setup, const std::function<void(ModelPage &)> &prepare)
{
    close();
    m_page = new ModelPage(setup, m_window);
    if (prepare)
        prepare(*m_page);
    connect(m_page, &ModelPage::closeRequested, this, &ModelFlow::close);
    connect(m_page, &ModelPage::saveRequested, this, &ModelFlow::save);
    Q_EMIT changed();
}

void ModelFlow::openSchedule(const QString &file)
{
    const auto text = readSmallFile(file);
    const auto schedule = text ? explore::readSchedule(*text) : tl::unexpected(text.error());
    Result<Done> possible = Done();
    if (schedule) {
        explore::Play play(schedule->setup);
        possible = explore::carryOut(*schedule, play);
    }
    if (!schedule || !possible) {
        const Error &error = schedule ? possible.error() : schedule.error();
        Q_EMIT bannerWanted(Banner::Severity::Error, tr("%1 could not be opened").arg(file), error.sentence().shown());
        return;
    }
    open(schedule->setup);
    m_page->play()->takeAll(schedule->steps, {});
}

void ModelFlow::close()
{
    if (!m_page)
        return;
    ModelPage *page = m_page;
    m_page.clear();
    Q_EMIT changed();
    page->deleteLater(); // its banner may be what was just clicked
}

void ModelFlow::save()
{
    QString file = QFileDialog::getSaveFileName(m_window, tr("Save steps"), u"steps.json"_s,
                                                tr("Schedules (*.json);;Recordings (*.lockscope)"));
    if (file.isEmpty())
        return;
    if (!file.contains(u'.'))
        file += ".json"_L1;
    const auto saved = m_page->save(file);
    if (saved)
        m_page->steps()->banner()->show(Banner::Severity::Note, tr("Saved."), file);
    else
        m_page->steps()->banner()->show(Banner::Severity::Error, tr("The steps were not saved."),
                                        saved.error().sentence().shown());
}

} // namespace lockscope::ui

#include "moc_modelflow.cpp"
