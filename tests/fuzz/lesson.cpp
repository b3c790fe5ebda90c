// SPDX-License-Identifier: Apache-2.0
// A lesson's file, or its text, and whether a small one can be done.
#include "core/lessons/lessonfiles.h"
#include "core/lessons/lessonplay.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>

using namespace lockscope;
using namespace lockscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes = bytesOf(data, size);
    if (const auto text = lessons::readLessonText(bytes, 1); !text)
        mustSay(text.error());
    const auto lesson = lessons::readLesson(bytes, QStringLiteral("lesson"));
    if (!isRead(lesson))
        return 0;
    for (size_t page = 0; page < lesson->pages.size(); ++page)
        must(lesson->placeOf(page) <= page, "a page's place is not after it");
    const bool isSmall = std::all_of(lesson->pages.begin(), lesson->pages.end(), [](const lessons::Page &page) {
        // A recipe that runs on for ever by itself takes longer than an input may.
        return !page.model
               || (page.model->clients.recipe == locks::RecipeId::Mutex && page.model->clients.count <= 4
                   && page.model->clients.rounds <= 2);
    });
    if (!isSmall)
        return 0;
    if (const auto done = lessons::check(*lesson); !done)
        mustSay(done.error());
    return 0;
}
