// SPDX-License-Identifier: Apache-2.0
// Runs the same contention and the same faults over locks on several kinds of servers, each private, one after the
// other, and measures. Works on an engine of its own: what a program has open is left alone.
#pragma once

#include "core/base/task.h"
#include "core/compare/comparison.h"
#include "core/engine/engine.h"

#include <QObject>

#include <memory>

namespace lockscope::compare {

struct ComparisonSpec
{
    QList<locks::Backend> backends; ///< at least one
    QList<int> clients{1, 10, 50};
    int rounds = 10;
    int turns = 3;
    QString recordings; ///< the directory of the faults' recordings, which is there
};

class Comparer : public QObject
{
    Q_OBJECT
public:
    Comparer();
    ~Comparer() override;

    /// Ends with what was found, or with why a server did not start or a recording could not be written. Call it once;
    /// not to be destroyed before it has ended.
    Task<Result<Comparison>> run(ComparisonSpec spec);
    /// The run then ends soon, with Cancelled.
    void cancel();

Q_SIGNALS:
    /// What is done now; \a done of \a total parts are over.
    void progress(const lockscope::Text &what, int done, int total);
    /// After each part: all that was found so far.
    void measured(const lockscope::compare::Comparison &found);

private:
    /// What runs on one kind of server, in the order of the catalogs.
    static QList<Subject> subjectsOn(locks::Backend backend);

    Task<Result<Done>> takeTurn(int turn, locks::Backend backend);
    Task<Result<Done>> open(locks::Backend backend);
    Task<> close();
    Task<Result<QJsonObject>> report(lab::Scenario scenario);
    Task<Result<Done>> measure(Subject *subject, int clients, bool isFirst);
    Task<Result<Done>> stage(Subject *subject, QString fault);
    void tell(const Subject &subject, const Text &what);

    ComparisonSpec m_spec;
    Comparison m_found;
    std::unique_ptr<Engine> m_engine;
    QString m_version;
    Text m_durability;
    int m_done = 0;
    int m_total = 0;
    bool m_cancelled = false;
};

} // namespace lockscope::compare
