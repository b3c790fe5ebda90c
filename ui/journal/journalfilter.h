// SPDX-License-Identifier: Apache-2.0
// Which events of the journal are shown: by text, by kind and by client. Never sorts: a journal is in order.
#pragma once

#include "core/base/ids.h"

#include <QSortFilterProxyModel>

namespace lockscope::ui {

class JournalFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit JournalFilter(QObject *parent = nullptr);

    void setText(const QString &text);
    void setKind(const QString &kind); ///< empty: every kind
    void setClient(ClientId client);   ///< null: everything, also what is about no client
    bool isActive() const { return !m_text.isEmpty() || !m_kind.isEmpty() || !m_client.isNull(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_text;
    QString m_kind;
    ClientId m_client;
};

} // namespace lockscope::ui
