// SPDX-License-Identifier: Apache-2.0
// The head line of the Queue panel: the lock, what it is, how many hold and wait, who is next, and how true that is.
// Shows what model and World say; never acts.
#pragma once

#include <QWidget>

class QLabel;

namespace lockscope::ui {

class FactsLine;
class LiveWorld;
class Pill;
class QueueModel;

class QueueHeader : public QWidget
{
    Q_OBJECT
public:
    QueueHeader(LiveWorld *world, QueueModel *model, QWidget *parent = nullptr);

    void updateAll();
    /// What goes on without events: durations.
    void updateSummary();

private:
    void build();
    QString nextText() const;

    LiveWorld *m_world;
    QueueModel *m_model;
    QLabel *m_title;
    Pill *m_kind;
    Pill *m_dialect;
    Pill *m_holds;
    Pill *m_waits;
    FactsLine *m_summary;
};

} // namespace lockscope::ui
