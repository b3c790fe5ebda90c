// SPDX-License-Identifier: Apache-2.0
// How soon a directory may be listed again, from how often it changes and what its lists take. A plain value.
// Never reads a clock: it is told.
//
// A calm directory is listed at every change, so that what is shown is as young as it can be. A busy one is not: a list
// for each change, and a read for each node that lives a few milliseconds, would slow those who change it.
#pragma once

#include <QtGlobal>

namespace lockscope::observe {

class Pace
{
public:
    /// A list has been answered, the first one or another. \a changes: creates and deletes since the list before;
    /// \a toResolve: nodes that are read because of it. Instants as of nowNs().
    void listed(qint64 askedNs, qint64 answeredNs, qint64 changes, qint64 toResolve);
    /// Nothing is known of it any more but when it was listed.
    void hasten() { m_notBeforeNs = 0; }
    qint64 notBeforeNs() const { return m_notBeforeNs; }
    double changesPerSecond() const { return m_rate; }

private:
    qint64 m_answeredNs = 0;
    qint64 m_tookNs = 0; ///< the list answered then
    qint64 m_notBeforeNs = 0;
    double m_rate = 0;
};

} // namespace lockscope::observe
