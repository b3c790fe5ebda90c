// SPDX-License-Identifier: Apache-2.0
// Znode paths: validity by ZooKeeper's own rules, joining and splitting. Never file-system paths.
#pragma once

#include "core/base/error.h"

#include <QString>
#include <QStringView>

#include <optional>

namespace lockscope {

/// What is wrong with an absolute znode path, as the end of a sentence ("it must begin with /"); nothing if it is
/// valid.
std::optional<Text> pathProblem(QStringView path);
/// The same as an error of the code InvalidInput.
std::optional<Error> pathError(const QString &path);

/// joinPath("/", "a") is "/a", joinPath("/a", "b") is "/a/b", joinPath("/a", "b/c") is "/a/b/c". A name that is a path
/// already stays what it is: joinPath("/a", "/d/e") is "/d/e".
QString joinPath(const QString &parent, QStringView name);
/// "/a/b" → "/a"; "/a" → "/"; "/" → "".
QString parentPath(const QString &path);
/// "/a/b" → "b"; "/" → "".
QString baseName(const QString &path);
/// True if \a path is \a ancestor or lies below it.
bool isAtOrBelow(const QString &path, const QString &ancestor);
/// The deepest path that both are at or below: "/a/b", "/a/c/d" → "/a".
QString commonAncestor(const QString &a, const QString &b);

} // namespace lockscope
