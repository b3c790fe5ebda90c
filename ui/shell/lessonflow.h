// SPDX-License-Identifier: Apache-2.0
// Lessons: one is chosen, its pages are gone through, what each is about is opened beside it, and each is done when the
// World says so. Never shows the pages: the window has room for panel() beside what is open.
#pragma once

#include "core/lessons/lesson.h"
#include "ui/lessons/lessonpanel.h"
#include "ui/theme/widgets.h"

#include <QObject>

namespace lockscope::ui {

class LiveWorld;
class ModelFlow;
class ModelPage;
class ModelPlay;
class SessionController;
class Settings;
class SpawnFlow;

class LessonFlow : public QObject
{
    Q_OBJECT
public:
    struct Flows
    {
        SessionController *controller;
        LiveWorld *world; ///< of what is connected
        SpawnFlow *spawning;
        ModelFlow *models;
    };
    /// All outlive the flow; \a window is the parent of the panel and of the dialog.
    LessonFlow(const Flows &flows, Settings *settings, QWidget *window);

    LessonPanel *panel() const { return m_panel; }
    bool isOpen() const { return !m_lesson.id.isEmpty(); }
    const lessons::Lesson &lesson() const { return m_lesson; }
    size_t page() const { return m_page; }
    QString title() const { return m_text.title; }
    /// The list, with what is done.
    void choose();
    /// A shipped one, or a file's: where the reader left it.
    void open(const QString &idOrFile);
    void goTo(size_t page);
    void close();
    /// Deeds at the place of the page, as if the reader had done them. False where one is not possible there.
    bool carryOut(const std::vector<lessons::Deed> &deeds);

public Q_SLOTS:
    /// What was asked for by sandboxWanted() is connected and has been read.
    void onReady();

Q_SIGNALS:
    /// It is open, or none is any more.
    void changed();
    void sandboxWanted(int servers);
    /// What the page is about.
    void viewWanted(const QString &view);
    void bannerWanted(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);

private:
    const lessons::Page &here() const { return m_lesson.pages[m_page]; }
    const lessons::Page &place() const { return m_lesson.pages[m_lesson.placeOf(m_page)]; }
    ModelPlay *play() const;
    const journal::World &world() const;
    void enter(bool goesOn);
    void openModel();
    void dress(ModelPage &page) const;
    void tellFindings();
    void askInTurn();
    void look();
    void answer(const QString &answer);
    void again();
    void next();
    void setDone(const QString &truth = {});
    void carryOutInSandbox(const lessons::Deed &deed);

    Flows m_flows;
    Settings *m_settings;
    QWidget *m_window;
    LessonPanel *m_panel;
    lessons::Lesson m_lesson;
    lessons::LessonText m_text;
    size_t m_page = 0;
    std::vector<explore::Step> m_start; ///< of the model, when the reader came to the page
    quint64 m_wokenBefore = 0;
    bool m_isOpening = false;     ///< a model in the place of another one
    bool m_awaitsSandbox = false; ///< servers for the page
    int m_toAsk = 0;              ///< of the sandbox's clients, so many
};

} // namespace lockscope::ui
