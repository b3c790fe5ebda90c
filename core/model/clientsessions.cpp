// SPDX-License-Identifier: Apache-2.0
#include "core/model/clientsessions.h"

namespace lockscope::model {

using namespace Qt::StringLiterals;

namespace {

class ModelClientSession final : public lab::ClientSession
{
public:
    ModelClientSession(Model &model, Session &session)
        : m_ensemble(model.ensemble())
        , m_model(model)
        , m_session(session)
    {
    }
    ~ModelClientSession() override { m_session.listen({}); }

    recipes::Store &store() override { return m_session; }
    void setName(const QString &client) override { m_ensemble.setName(m_session.number(), client); }
    ConnectionState state() const override { return m_session.state(); }
    void listen(Listener listener) override { m_session.listen(std::move(listener)); }

    Task<Result<Done>> inject(lab::FaultRequest request) override
    {
        using journal::Fault;
        const SessionNumber number = m_session.number();
        switch (request.fault) {
        case Fault::Pause: m_ensemble.setPaused(number, true); break;
        case Fault::Resume: m_ensemble.setPaused(number, false); break;
        case Fault::Partition: m_ensemble.setCutOff(number, true); break;
        case Fault::Heal: m_ensemble.setCutOff(number, false); break;
        case Fault::LoseRequest: m_ensemble.loseNext(number, Loss::Request); break;
        case Fault::LoseReply: m_ensemble.loseNext(number, Loss::Reply); break;
        case Fault::LoseCreateReply: m_ensemble.loseNext(number, Loss::Reply, true); break;
        case Fault::Expire:
            if (!m_ensemble.isEnded(number))
                m_model.happen({Choice::What::Expire, number, 0});
            break;
        case Fault::Delay:
            co_return failure(ErrorCode::InvalidInput, journal::faultName(request.fault), {},
                              Text::en("In the model a message is late when you let others go first."));
        case Fault::JumpClock:
        case Fault::Crash:
        case Fault::Close: co_return lab::notInjected(request.fault);
        }
        co_return Done();
    }

    void crash() override { m_session.crash(); }
    Task<> close() override
    {
        const SessionNumber number = m_session.number();
        m_ensemble.setPaused(number, false);
        m_ensemble.setCutOff(number, false);
        const auto closed = co_await m_session.close();
    }

private:
    Ensemble &m_ensemble;
    Model &m_model;
    Session &m_session;
};

} // namespace

Task<Result<std::unique_ptr<lab::ClientSession>>>
ClientSessionFactory::open(lab::Route, std::optional<std::chrono::milliseconds> timeout)
{
    constexpr std::chrono::milliseconds usual{10'000};
    const QString name = u"client %1"_s.arg(m_model.sessionCount() + 1); // until the lab says whose it is
    Session &session = m_model.open(name, timeout.value_or(usual));
    std::unique_ptr<lab::ClientSession> made = std::make_unique<ModelClientSession>(m_model, session);
    co_return std::move(made);
}

} // namespace lockscope::model
