// SPDX-License-Identifier: Apache-2.0
#include "core/backends/backend.h"

#include "core/backends/redis/redisbackend.h"
#include "core/backends/sql/sqlbackend.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::backends {

namespace {

struct Maker
{
    bool (*is)(locks::Backend backend);
    Result<std::shared_ptr<Backend>> (*make)(const BackendSpec &spec, journal::EventSink &events);
    std::optional<Error> (*missing)(locks::Backend backend);
};

constexpr std::array makers{
    Maker{[](locks::Backend backend) { return backend == locks::Backend::Redis; }, &RedisBackend::make,
          &RedisBackend::missing},
    Maker{&locks::isSql, &SqlBackend::make, &SqlBackend::missing},
};

const Maker *makerOf(locks::Backend backend)
{
    const auto found = std::ranges::find_if(makers, [backend](const Maker &maker) { return maker.is(backend); });
    return found == makers.end() ? nullptr : &*found;
}

} // namespace

Backend::Backend(BackendSpec spec, journal::EventSink &events)
    : m_spec(std::move(spec))
    , m_events(events)
{
    m_info.isPrivate = m_spec.address.isEmpty();
}

void Backend::notice(locks::Finding::Severity severity, const Text &sentence)
{
    m_events.write(journal::Notice{severity, sentence});
}

Result<std::shared_ptr<Backend>> makeBackend(const BackendSpec &spec, journal::EventSink &events)
{
    const Maker *maker = makerOf(spec.backend);
    Q_ASSERT(maker != nullptr);
    return maker->make(spec, events);
}

std::optional<Error> missingServer(locks::Backend backend)
{
    const Maker *maker = makerOf(backend);
    return maker ? maker->missing(backend) : std::nullopt;
}

} // namespace lockscope::backends

#include "moc_backend.cpp"
