// SPDX-License-Identifier: Apache-2.0
// A duel: its two locks side by side, each with its head line, what its last release set off, and its stage.
// A view of the World at the cursor; never acts on a server.
#pragma once

#include <QStringList>
#include <QWidget>

#include <array>

namespace lockscope::ui {

class HerdGauge;
class LiveWorld;
class Pill;
class QueueHeader;
class QueueModel;
class Selection;
class StagePanel;

class DuelStage : public QWidget
{
    Q_OBJECT
public:
    /// Both outlive it.
    DuelStage(LiveWorld *world, Selection *selection, QWidget *parent = nullptr);

    /// There is a duel, and no lock beside its two is chosen. What is shown of another is up to its owner.
    bool isWanted() const { return !m_duel.isEmpty(); }
    void setPresenting(bool presenting);
    /// In the order in which the duel names them.
    StagePanel *stage(size_t side) const { return m_sides[side].stage; }
    QString lock(size_t side) const;
    /// "24 numbers given out, 21 of them once more"; empty: none was.
    QString numbers(size_t side) const;

Q_SIGNALS:
    /// isWanted() is another one.
    void wantedChanged();

protected:
    void paintEvent(QPaintEvent *event) override; // the line between them

private:
    struct Side
    {
        QueueModel *model = nullptr;
        QueueHeader *header = nullptr;
        HerdGauge *herd = nullptr;
        Pill *numbers = nullptr; ///< what its counter gave out
        StagePanel *stage = nullptr;
    };
    QWidget *build(Side &side);
    void follow();
    void showNumbers();

    LiveWorld *m_world;
    Selection *m_selection;
    std::array<Side, 2> m_sides;
    QStringList m_duel; ///< as it is shown
};

} // namespace lockscope::ui
