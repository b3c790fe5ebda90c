// SPDX-License-Identifier: Apache-2.0
// The profiles as a list to choose from and to put in order, with what can be done to one below it.
// Never stores anything: it has its own copy, which its owner stores.
#pragma once

#include "core/profiles/profile.h"

#include <QWidget>

class QListWidget;
class QToolButton;

namespace lockscope::ui {

class ProfileList : public QWidget
{
    Q_OBJECT
public:
    explicit ProfileList(QWidget *parent = nullptr);

    void setProfiles(const QList<profiles::Profile> &profiles);
    const QList<profiles::Profile> &profiles() const { return m_profiles; }
    /// The ones that were taken away, until setStored().
    QList<profiles::Profile> removed() const { return m_removed; }
    void setStored() { m_removed.clear(); }
    /// The selected one; null for "no profile", which is always the first row.
    const profiles::Profile *current() const;
    void select(const QString &id);
    /// What the form says of the selected one.
    void updateCurrent(const profiles::Profile &profile);
    /// Adds one, selected.
    void add(const profiles::Profile &profile);

Q_SIGNALS:
    void currentChanged();
    /// The list was changed by its own buttons.
    void edited();
    /// A new one is wanted, with the values of the form.
    void addRequested();
    void importRequested();
    void exportRequested();

private:
    QToolButton *button(const QString &name, const QString &text);
    void fill(int row);
    void duplicate();
    void remove();
    void move(int by);
    void updateButtons();

    QList<profiles::Profile> m_profiles;
    QList<profiles::Profile> m_removed;
    QListWidget *m_list;
    QToolButton *m_duplicate;
    QToolButton *m_remove;
    QToolButton *m_up;
    QToolButton *m_down;
};

} // namespace lockscope::ui
