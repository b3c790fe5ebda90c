// SPDX-License-Identifier: Apache-2.0
#include "ui/journal/journalfilter.h"

#include "ui/journal/journalmodel.h"

namespace lockscope::ui {

JournalFilter::JournalFilter(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setDynamicSortFilter(true);
}

void JournalFilter::setText(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    invalidateFilter();
}

void JournalFilter::setKind(const QString &kind)
{
    if (m_kind == kind)
        return;
    m_kind = kind;
    invalidateFilter();
}

void JournalFilter::setClient(ClientId client)
{
    if (m_client == client)
        return;
    m_client = client;
    invalidateFilter();
}

bool JournalFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (!isActive())
        return true;
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (!m_client.isNull() && index.data(JournalModel::ClientRole).toUInt() != m_client.value)
        return false;
    if (!m_kind.isEmpty() && index.data(JournalModel::KindRole).toString() != m_kind)
        return false;
    return m_text.isEmpty() || index.data(JournalModel::SearchRole).toString().contains(m_text, Qt::CaseInsensitive);
}

} // namespace lockscope::ui
