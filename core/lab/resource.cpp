// SPDX-License-Identifier: Apache-2.0
#include "core/lab/resource.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

/// "7", or "7 26": the number, and the fencing token with which it was written.
struct Kept
{
    qint64 number = 0;
    Zxid token;
    int version = 0;
};

Task<Result<Kept>> read(recipes::Store *store, QString path, Zxid birth)
{
    const auto content = co_await store->get(path);
    if (!content)
        co_return tl::unexpected(content.error());
    if (!birth.isNull() && content->stat.czxid != birth)
        co_return failure(ErrorCode::NoNode, u"set"_s, path,
                          Text::en("Another node has this path now: no number is written to it."));
    const QList<QByteArray> words = content->data.split(' ');
    co_return Kept{words.value(0).toLongLong(), Zxid{words.value(1).toLongLong()}, content->stat.version};
}

} // namespace

Task<Result<qint64>> nextNumber(recipes::Store *store, QString path, Zxid birth)
{
    const auto kept = co_await read(store, path, birth);
    if (!kept)
        co_return tl::unexpected(kept.error());
    co_return kept->number + 1;
}

Task<Result<bool>> writeNumber(recipes::Store *store, QString path, Zxid birth, qint64 number,
                               std::optional<Zxid> token)
{
    constexpr int anyVersion = -1;
    for (;;) {
        QByteArray data = QByteArray::number(number);
        int version = anyVersion;
        if (token) {
            const auto kept = co_await read(store, path, birth);
            if (!kept)
                co_return tl::unexpected(kept.error());
            if (*token < kept->token)
                co_return false;
            data += ' ' + QByteArray::number(token->value);
            version = kept->version;
        }
        const auto written = co_await store->set(path, data, version);
        if (written)
            co_return true;
        if (!token || written.error().code != ErrorCode::BadVersion) // else another client wrote in between
            co_return tl::unexpected(written.error());
    }
}

} // namespace lockscope::lab
