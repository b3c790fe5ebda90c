// SPDX-License-Identifier: Apache-2.0
#include "ui/details/recordeddetails.h"

#include "core/base/path.h"

#include <QCoreApplication>

namespace lockscope::ui {

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct RecordedDetailsText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::RecordedDetailsText)
};

} // namespace

Result<NodeDetails> recordedDetails(const journal::World &world, const QString &node)
{
    const journal::Directory *directory = world.directory(parentPath(node));
    const auto child =
        directory ? directory->children.constFind(baseName(node)) : QHash<QString, locks::ChildNode>::const_iterator();
    if (!directory || child == directory->children.cend() || !child->stat)
        return failure(ErrorCode::InvalidInput, {}, node,
                       RecordedDetailsText::tr(QT_TRANSLATE_NOOP("lockscope::ui::DetailsPanel",
                                                                 "Nothing of it was seen at this instant.")));
    NodeDetails details;
    details.path = node;
    details.aclError = Error{ErrorCode::InvalidInput,
                             {},
                             node,
                             RecordedDetailsText::tr(QT_TRANSLATE_NOOP("lockscope::ui::DetailsPanel",
                                                                       "What happened is kept without ACLs."))};
    details.content.stat = *child->stat;
    details.content.data = child->data;
    details.dataReadable = child->access == locks::ChildNode::Data::Read;
    return details;
}

} // namespace lockscope::ui
