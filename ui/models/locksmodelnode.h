// SPDX-License-Identifier: Apache-2.0
// What a row of LocksModel is made of. Included by its source files alone.
#pragma once

#include "ui/models/locksmodel.h"

namespace lockscope::ui {

/// What is wrong with a row, or with all rows below one: sums, so that one row's part can be taken out again.
struct LocksModel::Trouble
{
    int warnings = 0; ///< rows whose worst finding is one
    int errors = 0;
    int findings = 0; ///< of both kinds, in all

    std::optional<locks::Finding::Severity> worst() const
    {
        using Severity = locks::Finding::Severity;
        return errors > 0     ? std::optional(Severity::Error)
               : warnings > 0 ? std::optional(Severity::Warning)
                              : std::nullopt;
    }
    void add(const Trouble &other, int times)
    {
        warnings += times * other.warnings;
        errors += times * other.errors;
        findings += times * other.findings;
    }
    bool operator==(const Trouble &) const = default;
};

/// What the world says of one path: read in one go, since there may be a hundred thousand.
struct LocksModel::Reading
{
    bool wanted = false; ///< a row for itself, not only because of those below it
    std::optional<LockFacts> facts;
    Trouble trouble;
};

struct LocksModel::Node
{
    QString path;
    QString name; ///< the last segment; at the top the whole path
    Node *parent = nullptr;
    Children children;   ///< sorted by path
    bool wanted = false; ///< for itself, not only because of those below it
    std::optional<LockFacts> facts;
    Trouble trouble; ///< its own, as counted into `inside` of the rows above
    Trouble inside;  ///< of all rows below
};

} // namespace lockscope::ui
