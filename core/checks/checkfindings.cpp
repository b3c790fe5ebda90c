// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checkfindings.h"

namespace lockscope::journal::check {

using namespace Qt::StringLiterals;

void Findings::add(Violation violation)
{
    qint64 &count = m_report.counts[static_cast<size_t>(violation.rule)];
    if (++count <= CheckReport::violationsKept)
        m_report.violations += std::move(violation);
}

QString eventsText(const QList<quint64> &events)
{
    QStringList numbers;
    for (const quint64 event : events)
        numbers += QString::number(event);
    if (numbers.size() == 1)
        return u"event "_s + numbers.first();
    const QString last = numbers.takeLast();
    return u"events %1 and %2"_s.arg(numbers.join(u", "_s), last);
}

} // namespace lockscope::journal::check
