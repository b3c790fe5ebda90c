// SPDX-License-Identifier: Apache-2.0
#include "core/lab/stamp.h"

namespace lockscope::lab {

Task<Result<qint64>> stampNumber(recipes::Store *store, QString path)
{
    auto reading = store->get(path);
    const auto content = co_await reading;
    if (!content)
        co_return tl::unexpected(content.error());
    const qint64 number = content->data.toLongLong() + 1;
    auto writing = store->set(path, QByteArray::number(number), -1);
    const auto written = co_await writing;
    if (!written)
        co_return tl::unexpected(written.error());
    co_return number;
}

} // namespace lockscope::lab
