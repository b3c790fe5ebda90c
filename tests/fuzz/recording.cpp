// SPDX-License-Identifier: Apache-2.0
// A recording's file, read as the program opens one, and folded into a World.
#include "core/history/recordingreader.h"
#include "core/history/world.h"
#include "tests/fuzz/fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace lockscope;
using namespace lockscope::fuzz;

namespace {

/// The reader wants a name: this one is of a file that no disk has.
class MemoryFile
{
public:
    QString path() const { return QStringLiteral("/proc/self/fd/%1").arg(m_file); }
    void write(const QByteArray &bytes) const
    {
        must(ftruncate(m_file, 0) == 0 && pwrite(m_file, bytes.constData(), size_t(bytes.size()), 0) == bytes.size(),
             "a file in memory takes the input");
    }

private:
    int m_file = memfd_create("recording", MFD_CLOEXEC);
};

void mustBeKept(const journal::RecordingHeader &header)
{
    const auto read = [](const journal::RecordingHeader &from) {
        const auto again = journal::recordingHeaderFromLine(journal::recordingHeaderLine(from), {});
        must(again.has_value(), "a header that was written can be read");
        return *again;
    };
    // Halves of characters, which JSON can escape, are lost the first time that a text becomes UTF-8.
    const journal::RecordingHeader once = read(header);
    must(read(once) == once, "a header is the same when it is read again");
    must(once.startedNs == header.startedNs && once.seed == header.seed && once.carried == header.carried,
         "a header's numbers are the same when they are read again");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const MemoryFile file;
    file.write(bytesOf(data, size));
    const auto opened = journal::RecordingReader::open(file.path());
    if (!isRead(opened))
        return 0;
    journal::RecordingReader &reader = **opened;
    mustBeKept(reader.header());

    journal::EventBatch events;
    for (;;) {
        auto event = reader.next();
        if (!isRead(event) || !*event)
            break;
        events += std::move(**event);
    }
    for (const Text &note : reader.notes())
        mustSay(note);
    must(reader.bytesRead() <= reader.bytesTotal(), "no more is read than there is");
    mustBeKept(events);

    journal::World world;
    world.apply(events);
    must(events.isEmpty() || world.eventNumber() == events.last().number, "a World is where its last event is");
    const QList<QString> locks = world.lockPaths();
    for (const QString &lock : locks)
        (void)world.queue(lock);
    (void)world.waitGraph();
    return 0;
}
