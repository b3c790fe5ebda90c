// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/nodenames.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Dialect;
using locks::Mode;
using locks::NameKind;

namespace {

class Examples
{
public:
    Examples(const lab::SpawnRequest &request, const QString &token)
        : m_dialect(request.dialect)
        , m_token(token)
        , m_persistent(request.recipe == locks::RecipeId::BrokenPersistentNode)
    {
    }

    void sequential(QChar letter, const QString &directory, NameKind kind, Mode mode = Mode::Exclusive)
    {
        if (const auto prefix = locks::namePrefix(m_dialect, kind, mode, m_token))
            m_all.append({letter, directory, *prefix + locks::sequenceText(0), m_persistent});
    }
    void fixed(QChar letter, const QString &directory, const QString &name)
    {
        m_all.append({letter, directory, name, m_persistent});
    }
    QList<NodeExample> all() const { return m_all; }

private:
    Dialect m_dialect;
    QString m_token;
    bool m_persistent;
    QList<NodeExample> m_all;
};

void addSemaphore(Examples &examples, const lab::SpawnRequest &request, const QString &token)
{
    const auto paths = locks::semaphorePaths(request.dialect, request.lock);
    examples.sequential(u'M', paths.queue, NameKind::Mutex);
    if (request.dialect == Dialect::Kazoo)
        examples.fixed(u'L', paths.leases, token); // a lease of kazoo's has no number
    else
        examples.sequential(u'L', paths.leases, NameKind::Lease, Mode::Shared);
}

void addReadersAndWriters(Examples &examples, const lab::SpawnRequest &request)
{
    if (request.writers > 0)
        examples.sequential(u'W', request.lock, NameKind::ReadWrite, Mode::Exclusive);
    if (request.writers < 1)
        examples.sequential(u'R', request.lock, NameKind::ReadWrite, Mode::Shared);
}

} // namespace

QList<NodeExample> nodeExamples(const lab::SpawnRequest &request, const QString &token)
{
    const locks::RecipeInfo &recipe = locks::recipeInfo(request.recipe);
    Examples examples(request, token);
    if (request.withoutLock)
        return {};
    if (recipe.id == locks::RecipeId::Ephemeral) {
        examples.fixed(u'M', parentPath(request.lock), baseName(request.lock)); // the lock's path itself is the node
    } else if (recipe.options.leases || recipe.id == locks::RecipeId::SemaphoreMutex) {
        addSemaphore(examples, request, token);
    } else if (recipe.options.writers) {
        addReadersAndWriters(examples, request);
    } else if (recipe.options.paths) {
        for (const QString &path : request.paths)
            examples.sequential(u'M', path, NameKind::Mutex);
    } else {
        examples.sequential(u'M', request.lock, NameKind::Mutex);
    }
    return examples.all();
}

} // namespace lockscope::ui
