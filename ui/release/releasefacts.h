// SPDX-License-Identifier: Apache-2.0
// What a release plan says, as widgets: whose nodes, alive or not, the warning, and who holds then.
// Shows values only; what the servers did not report is shown as not known.
#pragma once

#include "core/observe/release.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;

namespace lockscope::ui {

/// The simulated client of this program that has a session; empty if it is none of ours.
using OwnName = std::function<QString(SessionId)>;

class ReleaseFacts : public QWidget
{
    Q_OBJECT
public:
    ReleaseFacts(const observe::ReleasePlan &plan, OwnName ownName, QWidget *parent = nullptr);

    /// Ages and "heard of" go on.
    void tick();
    /// The node is gone: what is said of it was so until now.
    void end();
    /// "Release worker-1’s lock on /app/orders?"
    static QString title(const observe::ReleasePlan &plan, const OwnName &ownName);

private:
    QWidget *oneNode();
    QWidget *severalNodes();
    QWidget *warning(const QList<Text> &sentences);
    QWidget *whatFollows();
    QString sessionText(const observe::ReleaseTarget &target) const;
    QString stateWord(const observe::ReleaseTarget &target) const;
    QString ageText() const;
    QString heardText() const;

    const observe::ReleasePlan m_plan;
    const OwnName m_ownName;
    std::vector<QLabel *> m_parts; ///< "holds" or "waits", of each of the nodes
    QLabel *m_age = nullptr;
    QLabel *m_heard = nullptr;
};

} // namespace lockscope::ui
