// SPDX-License-Identifier: Apache-2.0
// What the checks find on their way, with no more of each rule kept than a report shows.
// Never judges. Used by the check*.cpp files alone.
#pragma once

#include "core/checks/check.h"

namespace lockscope::journal::check {

/// Where the checks put what they find.
class Findings
{
public:
    void add(Violation violation);
    CheckReport &report() { return m_report; }
    const CheckReport &report() const { return m_report; }

private:
    CheckReport m_report;
};

/// "event 7", "events 7, 9 and 12"
QString eventsText(const QList<quint64> &events);

} // namespace lockscope::journal::check
