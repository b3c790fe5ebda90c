// SPDX-License-Identifier: Apache-2.0
// Models: one is opened beside what is connected, by asking for its lock or from a schedule, and its steps are saved.
// Never shows a page: the window does.
#pragma once

#include "core/explore/schedule.h"
#include "ui/theme/widgets.h"

#include <QPointer>

#include <functional>

namespace lockscope::ui {

class ModelPage;

class ModelFlow : public QObject
{
    Q_OBJECT
public:
    /// \a window is the parent of dialogs and of the page.
    explicit ModelFlow(QWidget *window);

    /// Null while none is open.
    ModelPage *page() const;
    /// Asks for the lock and the clients.
    void choose();
    /// Asks for a schedule's file.
    void chooseSchedule();
    /// In place of what is there, which stays as it is and comes back when the model is closed.
    /// \a prepare: what is done with the page before anything shows it.
    void open(const explore::Setup &setup, const std::function<void(ModelPage &)> &prepare = {});
    /// Of the file; bannerWanted() says what is wrong with it.
    void openSchedule(const QString &file);
    void close();

Q_SIGNALS:
    /// Another page is there, or none any more.
    void changed();
    void bannerWanted(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);

private:
    void save();

    QWidget *m_window;
    QPointer<ModelPage> m_page;
};

} // namespace lockscope::ui
