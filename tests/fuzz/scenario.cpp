// SPDX-License-Identifier: Apache-2.0
// A scenario's file.
#include "core/base/visible.h"
#include "core/scenario/scenariofiles.h"
#include "tests/fuzz/fuzz.h"

using namespace lockscope;
using namespace lockscope::fuzz;

namespace {

/// Ten thousand clients are a good scenario, and one that is read for as long as a thousand small ones.
bool asksForCrowds(QByteArrayView text)
{
    constexpr QByteArrayView key = "\"count\"";
    for (qsizetype at = text.indexOf(key); at >= 0; at = text.indexOf(key, at)) {
        at += key.size();
        while (at < text.size() && (text[at] == ' ' || text[at] == ':'))
            ++at;
        qsizetype digits = 0;
        while (at < text.size() && QByteArrayView("0123456789.eE+").contains(text[at])) {
            ++at;
            ++digits;
        }
        if (digits > 2)
            return true;
    }
    return false;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray text = bytesOf(data, size);
    if (asksForCrowds(text))
        return 0;
    const auto scenario = lab::parseScenario(text);
    if (!isRead(scenario))
        return 0;
    must(scenario->source == text, "a scenario has its text");
    const lab::ClientNames names = scenario->clientNames();
    must(!names.isEmpty() && !scenario->locks().isEmpty(), "a scenario has clients and locks");
    must(scenario->directory().startsWith(u'/'), "a scenario looks at a directory");
    for (const lab::PlannedStep &step : scenario->steps) {
        const Text sentence = lab::describe(step);
        mustSay(sentence);
        must(sentence.shown() == visibleLines(sentence.english()), "what is not translated is shown in English");
    }
    for (const lab::Expectation &expected : scenario->expect)
        must(expected.lock.isEmpty() || scenario->locks().contains(expected.lock), "what is expected is of its locks");
    (void)scenario->touchesServers();
    (void)scenario->privateServers();
    return 0;
}
