// SPDX-License-Identifier: Apache-2.0
// What is presented, in words for the back row: one sentence on the chosen lock, and what the run is about, or the
// line of the recipe on which the client is that is chosen, or else the one that acted last; at the cursor.
#pragma once

#include "ui/recipe/recipereading.h"

#include <QTimer>
#include <QWidget>

class QLabel;

namespace lockscope::ui {

class LiveWorld;
class Selection;

/// "A holds the lock, B is next of 3 waiting."
QString captionOf(const journal::World &world, const QString &lock);
/// The client whose step, state or fault in this lock is the newest at the cursor; null where none is among the events
/// just before it.
ClientId newestActor(const LiveWorld &world, const QString &lock);

class PresentCaption : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive it.
    PresentCaption(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    /// By default it is not; hidden also while there is nothing to say.
    void setPresenting(bool presenting);
    /// By default it does; what is presented may have sentences of its own.
    void setHasSentence(bool has);
    QString sentence() const;
    /// "B: wait for the watch event"; empty where no client's line is known.
    QString line() const;
    /// What the newest run is about, in its file's words, or else what two locks side by side have in common.
    QString about() const;

private:
    void follow();
    void showAbout(bool isDuel);
    void showTexts();

    LiveWorld *m_world;
    Selection *m_selection;
    QLabel *m_sentence;
    QLabel *m_line;
    QLabel *m_about;
    QByteArray m_request; ///< of the run whose file says
    QString m_inFile;
    bool m_isPresenting = false;
    bool m_hasSentence = true;
    SessionWatches m_watches;
    QTimer m_coalesce; ///< a burst of events is shown once, and long enough to be read
};

} // namespace lockscope::ui
