// SPDX-License-Identifier: Apache-2.0
// What stands above and below the rows of the Queue panel: the head line, the line of facts, the findings.
// Shows what model and World say; never acts.
#pragma once

#include "core/locks/queue.h"

#include <QLabel>
#include <QStringList>
#include <QWidget>

namespace lockscope::ui {

/// Facts in one line at the right of a head line, as many as there is room for. Where it is narrow whole facts go, the
/// least telling first; none is ever cut off without an ellipsis.
class FactsLine : public QLabel
{
    Q_OBJECT
public:
    explicit FactsLine(QWidget *parent = nullptr);

    /// From the most telling one on; \a last stays whatever goes.
    void setFacts(const QStringList &facts, const QString &last);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();

    QStringList m_facts;
    QString m_last;
};

class Banner;

/// What is wrong with the lock that is shown: the gravest finding as a banner, the others as a number.
/// Finds nothing itself: core/locks does.
class FindingsStrip : public QWidget
{
    Q_OBJECT
public:
    explicit FindingsStrip(QWidget *parent = nullptr);

    void setFindings(const QList<locks::Finding> &findings);
    void setPresenting(bool presenting);

Q_SIGNALS:
    void showRequested(const QStringList &nodes);

private:
    QStringList m_nodes; ///< of the finding that is shown
    Banner *m_banner;
    QLabel *m_more;
};

class ElidedLabel;
class LiveWorld;
class Pill;
class QueueModel;

class QueueHeader : public QWidget
{
    Q_OBJECT
public:
    QueueHeader(LiveWorld *world, QueueModel *model, QWidget *parent = nullptr);

    void updateAll();
    /// For a projector: which lock, and how many hold and wait.
    void setPresenting(bool presenting);
    /// The same, by the last name alone: another lock stands beside it.
    void setBeside(bool beside);
    /// What goes on without events: durations.
    void updateSummary();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void boundTitle();
    bool isNodeAlone() const;
    QString recipeText() const;
    QString endText() const;
    QString nextText() const;
    QStringList databaseFacts() const;
    QStringList keyFacts() const;
    QString zombiesText() const;

    LiveWorld *m_world;
    QueueModel *m_model;
    ElidedLabel *m_title;
    Pill *m_kind;
    Pill *m_dialect;
    Pill *m_holds;
    Pill *m_waits;
    Pill *m_pending;
    Pill *m_zombies; ///< simulated clients that believe to hold while another one does
    FactsLine *m_summary;
    bool isShort() const { return m_isPresenting || m_isBeside; }

    bool m_isPresenting = false;
    bool m_isBeside = false;
};

} // namespace lockscope::ui
