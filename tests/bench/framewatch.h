// SPDX-License-Identifier: Apache-2.0
// What the frames of a widget cost the GUI's thread: carrying out each paint event, and the work since the one before
// that led to it. In time of the processor, so that other work on the machine is not in it. Watches only: never paints.
#pragma once

#include <QObject>

#include <vector>

class QWidget;

namespace lockscope::bench {

/// Time of this thread on the processor.
qint64 threadNs();

class FrameWatch : public QObject
{
public:
    /// \a widget is what paints, for instance a viewport.
    explicit FrameWatch(QWidget *widget);

    /// Work that the next frame shows.
    template<typename Work>
    void work(Work doIt)
    {
        const qint64 startNs = begin();
        doIt();
        end(startNs);
    }

    struct Frame
    {
        double workMs = 0;
        double paintMs = 0;
    };
    const std::vector<Frame> &frames() const { return m_frames; }
    void clear();

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    static qint64 begin();
    void end(qint64 startNs);

    std::vector<Frame> m_frames;
    double m_workMs = 0;
    bool m_inside = false;
};

/// Of each frame, in ms: all of it, or its paint event alone.
std::vector<double> totals(const std::vector<FrameWatch::Frame> &frames);
std::vector<double> paints(const std::vector<FrameWatch::Frame> &frames);

} // namespace lockscope::bench
