// SPDX-License-Identifier: Apache-2.0
// An answer by HTTP, as a whole and cut in two: the same comes of both, within the bounds.
#include "core/observe/httpanswer.h"
#include "tests/fuzz/fuzz.h"

using namespace lockscope;
using namespace lockscope::fuzz;

namespace {

constexpr qint64 mostBytes = 512;

struct Outcome
{
    explicit Outcome(const observe::HttpAnswer &answer, observe::HttpAnswer::State end)
        : state(end)
    {
        if (state == observe::HttpAnswer::State::Wrong)
            mustSay(answer.problem());
        if (state != observe::HttpAnswer::State::Whole)
            return;
        body = answer.body();
        location = answer.location();
        must(body.size() <= mostBytes, "a body is within its bound");
    }

    observe::HttpAnswer::State state;
    QByteArray body;
    QByteArray location;
    bool operator==(const Outcome &) const = default;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArray bytes = bytesOf(data + 1, size - 1);
    observe::HttpAnswer whole(mostBytes);
    (void)whole.take(bytes);
    observe::HttpAnswer cut(mostBytes);
    const qsizetype first = bytes.size() * data[0] / 256;
    (void)cut.take(bytes.left(first));
    (void)cut.take(bytes.mid(first));
    must(Outcome(whole, whole.end()) == Outcome(cut, cut.end()), "it is read alike however it is cut");
    return 0;
}
