// SPDX-License-Identifier: Apache-2.0
#include "core/zk/multi.h"

#include "core/zk/convert.h"
#include "core/zk/multicall.h"

#include <algorithm>
#include <limits>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

namespace {

/// Beside path and data: header, lengths, version, flags, and an ACL of one entry for a create.
constexpr qsizetype opOverhead = 80;
/// What no server answers: the result was not written.
constexpr int untouched = std::numeric_limits<int>::max();
/// The sequence number that the server adds to a path.
constexpr int sequenceRoom = 16;

const QString &pathOf(const WriteOp &op)
{
    return std::visit([](const auto &what) -> const QString & { return what.path; }, op);
}

QString nameOf(const WriteOp &op)
{
    if (std::holds_alternative<CreateOp>(op))
        return u"create"_s;
    if (std::holds_alternative<SetOp>(op))
        return u"set"_s;
    return std::holds_alternative<RemoveOp>(op) ? u"delete"_s : u"check"_s;
}

/// False where the request never came to an end: the library then blames every operation.
bool isAnswer(ErrorCode code)
{
    return !Error{code, {}, {}, {}}.isNoAnswer();
}

qsizetype dataBytes(const WriteOp &op)
{
    if (const auto *create = std::get_if<CreateOp>(&op))
        return create->data.size();
    const auto *set = std::get_if<SetOp>(&op);
    return set ? set->data.size() : 0;
}

} // namespace

qsizetype multiBytes(const std::vector<WriteOp> &ops)
{
    qsizetype bytes = opOverhead;
    for (const WriteOp &op : ops)
        bytes += pathOf(op).toUtf8().size() + dataBytes(op) + opOverhead;
    return bytes;
}

MultiCall::MultiCall(Mailbox *mailbox, std::vector<WriteOp> ops)
    : TypedCall(mailbox, u"multi"_s, ops.empty() ? QString() : pathOf(ops.back()))
    , m_ops(std::move(ops))
    , m_request(m_ops.size())
    , m_results(m_ops.size())
    , m_stats(m_ops.size())
{
    for (zoo_op_result_t &result : m_results)
        result.err = untouched;
}

int MultiCall::transmit(zhandle_t *zh)
{
    for (size_t i = 0; i < m_ops.size(); ++i) {
        const WriteOp &op = m_ops[i];
        zoo_op_t *out = &m_request[i];
        const char *path = m_bytes.emplace_back(pathOf(op).toUtf8()).constData();
        if (const auto *create = std::get_if<CreateOp>(&op)) {
            QByteArray &room = m_createdPaths.emplace_back(m_bytes.back().size() + sequenceRoom, '\0');
            zoo_create_op_init(out, path, create->data.constData(), static_cast<int>(create->data.size()),
                               &ZOO_OPEN_ACL_UNSAFE, createFlags(create->kind), room.data(),
                               static_cast<int>(room.size()));
        } else if (const auto *set = std::get_if<SetOp>(&op)) {
            zoo_set_op_init(out, path, set->data.constData(), static_cast<int>(set->data.size()), set->version,
                            &m_stats[i]);
        } else if (const auto *remove = std::get_if<RemoveOp>(&op)) {
            zoo_delete_op_init(out, path, remove->version);
        } else {
            zoo_check_op_init(out, path, std::get<CheckOp>(op).version);
        }
    }
    return zoo_amulti(zh, static_cast<int>(m_request.size()), m_request.data(), m_results.data(), onMulti,
                      static_cast<const void *>(static_cast<Call *>(this)));
}

MultiAnswer MultiCall::refusedWith(int rc) const
{
    // The one that is to blame has the error of the whole; those before it say ZOK, those after it an inconsistency.
    const auto culprit = std::find_if(m_results.begin(), m_results.end(),
                                      [rc](const zoo_op_result_t &result) { return result.err == rc; });
    MultiAnswer answer;
    answer.refusedAt = static_cast<int>(culprit - m_results.begin());
    const WriteOp &op = m_ops[static_cast<size_t>(answer.refusedAt)];
    answer.refused = toError(rc, nameOf(op), pathOf(op));
    return answer;
}

void MultiCall::collect(int rc)
{
    setReturnCode(rc);
    const bool refused = rc != ZOK && isAnswer(toError(rc, {}, {}).code)
                         && std::any_of(m_results.begin(), m_results.end(),
                                        [rc](const zoo_op_result_t &result) { return result.err == rc; });
    if (refused)
        return arrive(refusedWith(rc));
    if (rc != ZOK)
        return arrive(tl::unexpected(errorOf(rc)));
    MultiAnswer answer;
    answer.stats.resize(m_ops.size());
    for (size_t i = 0; i < m_ops.size(); ++i) {
        if (std::holds_alternative<SetOp>(m_ops[i]))
            answer.stats[i] = toStat(m_stats[i]);
    }
    arrive(std::move(answer));
}

void onMulti(int rc, const void *data)
{
    auto *call = static_cast<Call *>(const_cast<void *>(data));
    static_cast<MultiCall *>(call)->collect(rc);
}

} // namespace lockscope::zk
