// SPDX-License-Identifier: Apache-2.0
// One event as JSON: a line of a recording.
#include "core/base/visible.h"
#include "core/journal/eventjson.h"
#include "tests/fuzz/fuzz.h"

#include <QJsonDocument>

using namespace lockscope;
using namespace lockscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QJsonDocument json = QJsonDocument::fromJson(bytesOf(data, size));
    if (!json.isObject())
        return 0;
    const auto event = journal::eventFromJson(json.object());
    if (!isRead(event))
        return 0;
    mustBeKept(journal::EventBatch{*event});
    const Text sentence = journal::describe(event->what);
    must(sentence.shown() == visibleLines(sentence.english()), "what is not translated is shown in English");
    return 0;
}
