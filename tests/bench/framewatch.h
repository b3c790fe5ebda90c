// SPDX-License-Identifier: Apache-2.0
// What the frames of a widget cost the GUI's thread: carrying out each paint event, and the work since the one before
// that led to it. In time of the processor, so that other work on the machine is not in it. Watches only: never paints.
#pragma once

#include <QObject>

#include <functional>
#include <vector>

class QWidget;

namespace lockscope::bench {

/// Time of this thread on the processor, and what of it has passed since.
qint64 threadNs();
double usedMs(qint64 sinceNs);

class FrameWatch : public QObject
{
public:
    /// \a widget is what paints, for instance a viewport.
    explicit FrameWatch(QWidget *widget);

    /// Work that the next frame shows.
    template<typename Work>
    void work(Work doIt)
    {
        const qint64 startNs = threadNs();
        doIt();
        m_workMs += usedMs(startNs);
    }

    /// Called after each frame.
    std::function<void()> painted;
    /// Milliseconds of each.
    const std::vector<double> &frames() const { return m_frames; }
    void clear();

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    std::vector<double> m_frames;
    double m_workMs = 0;
    bool m_inside = false;
};

} // namespace lockscope::bench
