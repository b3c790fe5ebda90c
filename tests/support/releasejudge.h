// SPDX-License-Identifier: Apache-2.0
// The judge of a release: what others did and what is left, what the servers were sent, and what the audit file says,
// against what was claimed. Never asks the code under test what it did.
#pragma once

#include "core/base/ids.h"
#include "core/observe/release.h"

#include <QFile>
#include <QHash>
#include <QMap>
#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope::test {

/// A node that somebody put at the path of a release; its data are its label.
struct MadeNode
{
    QByteArray label;
    Zxid czxid = {}; ///< null: it was never read
    bool deletedByOthers = false;
};

struct ReleaseTruth
{
    QString path;
    std::vector<MadeNode> made; ///< in order; the first is the one that was looked at
    QByteArray left = {};       ///< the label of the node that is there at the end; empty: none is
    bool wasSent = false;       ///< a server was sent a transaction with it
    bool wasForbidden = false;  ///< for a while, or all the time, its session had no permission
    bool linkWasLost = false;   ///< the connection, or the server behind it

    bool wasReplaced() const { return made.size() > 1; }
    bool isLeft() const { return left == made.front().label; }
    bool wasReleased() const { return !isLeft() && !made.front().deletedByOthers; }
};

/// The lines of an audit file, as they come to be in it.
class AuditTrail
{
public:
    struct Line
    {
        QString plan;
        QString node;
        QString result;
        bool hasError = false;
    };

    explicit AuditTrail(const QString &file)
        : m_file(file)
    {
    }
    /// Those of the node that was made so, of now.
    const QList<Line> &of(Zxid czxid);

private:
    QFile m_file;
    qint64 m_read = 0;
    QHash<QString, QList<Line>> m_lines; ///< by czxid
};

/// What came of many releases.
struct JudgedReleases
{
    int deleted = 0;
    int refused = 0;
    int unknown = 0;
    int carriedOut = 0;          ///< of those that are not known
    int replaced = 0;            ///< another node came to the place of the one that was looked at
    QMap<QString, int> refusals; ///< by errorCodeName()
    // What must not be: sentences, one for each.
    QStringList wrongDeletions; ///< a node went that was not the one that was looked at
    QStringList falseClaims;    ///< said or written down, and not so
    QStringList unexplained; ///< refused, or not known, without a cause that the judge knows of, or without a sentence
    QStringList unaudited;   ///< without its intent before it was sent, or without its result

    int releases() const { return deleted + refused + unknown; }
    void judge(const ReleaseTruth &truth, const observe::ReleaseOutcome &outcome, const QList<AuditTrail::Line> &lines);
    JudgedReleases &operator+=(const JudgedReleases &other);
};

} // namespace lockscope::test
