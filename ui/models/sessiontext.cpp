// SPDX-License-Identifier: Apache-2.0
#include "ui/models/sessiontext.h"

#include "core/base/path.h"
#include "ui/models/nodetext.h"
#include "ui/theme/format.h"

#include <QCoreApplication>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct SessionText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::SessionText)
};

/// The settings that would bring more, if the servers' answers say which.
QString settingsText(const journal::World &world)
{
    QStringList settings;
    for (const journal::ServerReport &server : world.servers()) {
        for (const journal::ServerGap &gap : server.gaps) {
            if (!gap.setting.isEmpty() && !settings.contains(gap.setting))
                settings += gap.setting;
        }
    }
    return settings.isEmpty() ? QString() : u' ' + SessionText::tr("This would tell: %1").arg(settings.join(u", "_s));
}

} // namespace

const locks::Knowledge &knowledgeOf(const journal::World &world)
{
    return world.knowledge();
}

const locks::SessionFacts *factsOf(const journal::World &world, SessionId session)
{
    const locks::Knowledge &knowledge = knowledgeOf(world);
    const auto found = knowledge.sessions.constFind(session);
    return found == knowledge.sessions.cend() ? nullptr : &*found;
}

QString sessionLabel(const journal::World &world, SessionId session)
{
    if (const journal::Client *client = world.clientOfSession(session))
        return client->spec.name;
    const locks::SessionFacts *facts = factsOf(world, session);
    return facts && !facts->client.isEmpty() ? facts->client : session.toHex();
}

QString whyNotKnown(const journal::World &world, SessionId session)
{
    const locks::Knowledge &knowledge = knowledgeOf(world);
    if (knowledge.isEmpty())
        return SessionText::tr("No server was asked yet whose session this is.");
    if (factsOf(world, session) != nullptr)
        return SessionText::tr("The servers know the session but did not tell from where it is connected.")
               + settingsText(world);
    if (knowledge.allSessions)
        return SessionText::tr("No server listed this session when they were asked: it is over, or newer than that.");
    return SessionText::tr("Not every server tells its sessions.") + settingsText(world);
}

QString notCheckedText(const journal::World &world)
{
    const locks::Knowledge &knowledge = knowledgeOf(world);
    if (knowledge.isEmpty())
        return SessionText::tr("No server was asked yet: sessions and watches were not checked.");
    QStringList missing;
    if (!knowledge.allSessions)
        missing += SessionText::tr("sessions");
    if (!knowledge.allWatches)
        missing += SessionText::tr("watches");
    if (missing.isEmpty())
        return {};
    return SessionText::tr(
               "Not every server tells its %1, so these were not checked. The Servers panel says which setting would "
               "tell.")
        .arg(missing.join(SessionText::tr(" and ")));
}

QString contenderName(const journal::World &world, const locks::Contender &contender)
{
    constexpr qsizetype longest = 28;
    const SessionId owner = contender.node.owner();
    if (const journal::Client *client = owner.isNull() ? nullptr : world.clientOfSession(owner))
        return client->spec.name;
    if (contender.node.access == locks::ChildNode::Data::Read && !contender.node.data.isEmpty()
        && asText(contender.node.data, contender.node.truncated)) {
        const QString line = dataLine(contender.node);
        return line.size() <= longest ? line : line.left(longest - 1) + u'…';
    }
    const locks::SessionFacts *facts = factsOf(world, owner);
    return facts ? facts->client : QString();
}

QString contenderLabel(const journal::World &world, const locks::Contender &contender)
{
    const QString name = contenderName(world, contender);
    if (!name.isEmpty())
        return name;
    return contender.parsed ? u"#%1"_s.arg(contender.parsed->sequence) : shortNodeName(contender.node.name);
}

QString letterOf(locks::LockKind kind, const std::optional<locks::ParsedName> &parsed)
{
    if (!parsed)
        return {};
    if (parsed->kind == locks::NameKind::Lease)
        return u"L"_s;
    if (parsed->mode == locks::Mode::Shared)
        return u"R"_s;
    return kind == locks::LockKind::ReadWrite ? u"W"_s : u"M"_s;
}

QString nodePath(const locks::LockQueue &queue, const locks::Contender &contender)
{
    return queue.pathOf(contender);
}

const locks::ChildNode *nodeAt(const journal::World &world, const QString &path)
{
    if (const journal::Directory *above = world.directory(parentPath(path))) {
        const auto child = above->children.constFind(baseName(path));
        if (child != above->children.cend())
            return &*child;
    }
    const journal::Directory *itself = world.directory(path);
    return itself && itself->itself ? &*itself->itself : nullptr;
}

} // namespace lockscope::ui
