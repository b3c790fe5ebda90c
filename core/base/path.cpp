// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

/// Code points that ZooKeeper refuses in a path (its PathUtils).
bool isForbidden(QChar c)
{
    const char16_t u = c.unicode();
    return u == 0 || (u >= 0x1 && u <= 0x1f) || (u >= 0x7f && u <= 0x9f)
           || (u >= 0xd800 && u <= 0xf8ff && !c.isSurrogate()) || u >= 0xfff0;
}

} // namespace

std::optional<Text> pathProblem(QStringView path)
{
    if (path.isEmpty())
        return Text::en("it is empty");
    if (path.front() != u'/')
        return Text::en("it must begin with /");
    if (path.size() == 1)
        return std::nullopt;
    if (path.back() == u'/')
        return Text::en("it must not end with /");
    for (const QStringView segment : path.mid(1).tokenize(u'/')) {
        if (segment.isEmpty())
            return Text::en("it must not contain //");
        if (segment == u"." || segment == u"..")
            return Text::en("it must not contain . or .. as a name");
    }
    for (const QChar c : path) {
        if (isForbidden(c))
            return Text::en("it contains a character that ZooKeeper does not allow");
    }
    return std::nullopt;
}

std::optional<Error> pathError(const QString &path)
{
    const auto problem = pathProblem(path);
    if (!problem)
        return std::nullopt;
    return Error{ErrorCode::InvalidInput, {}, path, Text::en("The path \"%1\" is not valid: %2.").arg(path, *problem)};
}

QString joinPath(const QString &parent, QStringView name)
{
    if (name.startsWith(u'/'))
        return name.toString();
    QString path;
    path.reserve(parent.size() + 1 + name.size());
    path += parent;
    if (!path.endsWith(u'/'))
        path += u'/';
    return path.append(name);
}

QString parentPath(const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    if (slash < 0 || path.size() == 1)
        return {};
    return slash == 0 ? u"/"_s : path.left(slash);
}

QString baseName(const QString &path)
{
    return path.mid(path.lastIndexOf(u'/') + 1);
}

bool isAtOrBelow(const QString &path, const QString &ancestor)
{
    if (ancestor == u"/"_s || path == ancestor)
        return true;
    return path.size() > ancestor.size() && path.startsWith(ancestor) && path.at(ancestor.size()) == u'/';
}

QString commonAncestor(const QString &a, const QString &b)
{
    QString ancestor = a;
    while (!ancestor.isEmpty() && !isAtOrBelow(b, ancestor))
        ancestor = parentPath(ancestor);
    return ancestor;
}

} // namespace lockscope
