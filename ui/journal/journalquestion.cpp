// SPDX-License-Identifier: Apache-2.0
#include "ui/journal/journalquestion.h"

#include "core/base/path.h"

namespace lockscope::ui {

bool JournalQuestion::accepts(const journal::Event &event, const JournalClient &who) const
{
    if (!client.isNull() && journal::clientOf(event.what) != client)
        return false;
    if (!lock.isEmpty()) {
        const QString path = journal::pathOf(event.what);
        if (path.isEmpty() ? !who.locks.contains(lock) : !isAtOrBelow(path, lock))
            return false;
    }
    if (text.isEmpty() && kind.isEmpty())
        return true;
    const QString itsKind = journal::kindName(event.what);
    if (!kind.isEmpty() && itsKind != kind)
        return false;
    const auto has = [this](const QString &said) { return said.contains(text, Qt::CaseInsensitive); };
    return text.isEmpty() || has(itsKind) || has(who.name) || has(journal::pathOf(event.what))
           || has(journal::describe(event.what, who.name));
}

} // namespace lockscope::ui
