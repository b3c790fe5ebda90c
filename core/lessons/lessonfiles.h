// SPDX-License-Identifier: Apache-2.0
// Lessons from their files: a JSON file of what is set up and done, and beside it for each language a Markdown file of
// what is said. What is wrong is said in one sentence that names the line and the key. Never carries one out.
#pragma once

#include "core/lessons/lesson.h"

namespace lockscope::lessons {

/// Names of those shipped with the program, in the order in which people should meet them.
QStringList shippedLessons();

/// Takes any bytes. The error is InvalidInput: "line 7: pages[1].solution[0]: …".
Result<Lesson> readLesson(const QByteArray &json, const QString &id);
/// The same; \a pages: as many as the lesson has.
Result<LessonText> readLessonText(const QByteArray &markdown, size_t pages);

/// A shipped one by its name, or a file by its path. A complaint about what is in it begins with the name.
Result<Lesson> loadLesson(const QString &idOrFile);
/// In \a language ("zh_CN"), or in English where there is none. Of a file: FOLDER/LANGUAGE/ID.md beside it.
Result<LessonText> loadLessonText(const QString &idOrFile, const QString &language);

} // namespace lockscope::lessons
