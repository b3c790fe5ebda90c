// SPDX-License-Identifier: Apache-2.0
// The lab's simulated clients on the model: the same recipes, faults and journal as on servers. Never lets anything
// happen: a client that asks, opens or closes waits until a choice of the model lets it go on.
#pragma once

#include "core/lab/clientsession.h"
#include "core/model/session.h"

namespace lockscope::model {

class ClientSessionFactory final : public lab::SessionFactory
{
public:
    /// \a model must outlive the factory and its sessions.
    explicit ClientSessionFactory(Model &model)
        : m_model(model)
    {
    }

    /// Ends at once: a session begins when it is asked for.
    Task<Result<std::unique_ptr<lab::ClientSession>>> open(lab::Route route,
                                                           std::optional<std::chrono::milliseconds> timeout) override;
    int descriptorsEach() const override { return 0; }

private:
    Model &m_model;
};

} // namespace lockscope::model
