// SPDX-License-Identifier: Apache-2.0
#include "ui/profiles/profilelist.h"

#include "ui/profiles/profiletext.h"
#include "ui/theme/building.h"

#include <QListWidget>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using profiles::Profile;

namespace {

void showProfile(QListWidgetItem *item, const Profile &profile)
{
    item->setText(profile.name);
    item->setIcon(profileDot(profile.color));
    item->setToolTip(profileSummary(profile));
}

} // namespace

ProfileList::ProfileList(QWidget *parent)
    : QWidget(parent)
    , m_list(new QListWidget(this))
{
    m_list->setObjectName(u"profiles"_s);
    m_list->setAccessibleName(tr("Profiles"));
    m_list->setProperty("field", true);
    m_list->setIconSize(QSize(12, 12));
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    auto *add = button(u"addProfile"_s, tr("New profile"));
    add->setIcon(icon(IconId::Plus));
    m_duplicate = button(u"duplicateProfile"_s, tr("Duplicate"));
    m_duplicate->setIcon(icon(IconId::Copy));
    m_remove = button(u"removeProfile"_s, tr("Delete, with its passwords"));
    m_remove->setIcon(icon(IconId::Trash));
    m_up = button(u"profileUp"_s, tr("Move up"));
    m_up->setArrowType(Qt::UpArrow);
    m_down = button(u"profileDown"_s, tr("Move down"));
    m_down->setArrowType(Qt::DownArrow);
    auto *more = button(u"moreProfiles"_s, tr("Import and export"));
    more->setIcon(icon(IconId::More));
    more->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(more);
    menu->addAction(tr("Import profiles…"), this, &ProfileList::importRequested);
    menu->addAction(tr("Export profiles…"), this, &ProfileList::exportRequested);
    more->setMenu(menu);
    makeColumn(this, {}, 6,
               {{m_list, 1}, makeRow(2, {add, m_duplicate, m_remove, m_up, m_down, Part::stretch(), more})});
    connect(add, &QToolButton::clicked, this, &ProfileList::addRequested);
    connect(m_duplicate, &QToolButton::clicked, this, &ProfileList::duplicate);
    connect(m_remove, &QToolButton::clicked, this, &ProfileList::remove);
    connect(m_up, &QToolButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { move(1); });
    connect(m_list, &QListWidget::currentRowChanged, this, [this] {
        updateButtons();
        Q_EMIT currentChanged();
    });
    setProfiles({});
}

QToolButton *ProfileList::button(const QString &name, const QString &text)
{
    auto *made = new QToolButton(this);
    made->setObjectName(name);
    made->setToolTip(text);
    made->setAccessibleName(text);
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::TabFocus);
    return made;
}

void ProfileList::setProfiles(const QList<Profile> &profiles)
{
    m_profiles = profiles;
    m_removed.clear();
    fill(0);
}

void ProfileList::fill(int row)
{
    {
        const QSignalBlocker blocker(m_list);
        m_list->clear();
        auto *none = new QListWidgetItem(icon(IconId::Connect), tr("No profile"), m_list);
        none->setToolTip(tr("Connect once, without keeping it under a name"));
        for (const Profile &profile : m_profiles)
            showProfile(new QListWidgetItem(m_list), profile);
        m_list->setCurrentRow(row);
    }
    updateButtons();
    Q_EMIT currentChanged();
}

const Profile *ProfileList::current() const
{
    const int row = m_list->currentRow() - 1;
    return row < 0 || row >= m_profiles.size() ? nullptr : &m_profiles[row];
}

void ProfileList::select(const QString &id)
{
    for (int i = 0; i < m_profiles.size(); ++i) {
        if (m_profiles[i].id == id)
            m_list->setCurrentRow(i + 1);
    }
}

void ProfileList::updateCurrent(const Profile &profile)
{
    const int row = m_list->currentRow();
    if (row < 1)
        return;
    m_profiles[row - 1] = profile;
    showProfile(m_list->item(row), profile);
}

void ProfileList::add(const Profile &profile)
{
    m_profiles += profile;
    fill(static_cast<int>(m_profiles.size()));
    Q_EMIT edited();
}

void ProfileList::duplicate()
{
    const Profile *chosen = current();
    if (!chosen)
        return;
    const int row = m_list->currentRow();
    m_profiles.insert(row, profiles::duplicateOf(*chosen, m_profiles));
    fill(row + 1);
    Q_EMIT edited();
}

void ProfileList::remove()
{
    const int row = m_list->currentRow();
    if (row < 1)
        return;
    m_removed += m_profiles.takeAt(row - 1);
    fill(std::min(row, static_cast<int>(m_profiles.size())));
    Q_EMIT edited();
}

void ProfileList::move(int by)
{
    const int from = m_list->currentRow() - 1;
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_profiles.size())
        return;
    m_profiles.move(from, to);
    fill(to + 1);
    Q_EMIT edited();
}

void ProfileList::updateButtons()
{
    const int row = m_list->currentRow() - 1;
    m_duplicate->setEnabled(row >= 0);
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_profiles.size());
}

} // namespace lockscope::ui

#include "moc_profilelist.cpp"
