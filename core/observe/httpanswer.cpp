// SPDX-License-Identifier: Apache-2.0
#include "core/observe/httpanswer.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>

namespace lockscope::observe {

namespace http = boost::beast::http;

namespace {

/// The header of an AdminServer takes a few hundred bytes.
constexpr qint64 mostHeaderBytes = 64 * 1024;

} // namespace

struct HttpAnswer::Parser : http::response_parser<http::string_body>
{
    explicit Parser(qint64 mostBytes)
    {
        header_limit(mostHeaderBytes);
        body_limit(static_cast<std::uint64_t>(mostBytes));
        eager(true);
    }
};

QByteArray httpRequest(const QByteArray &host, const QByteArray &target)
{
    return "GET " + target + " HTTP/1.1\r\nHost: " + host
           + "\r\nUser-Agent: lockscope\r\nAccept: */*\r\nConnection: close\r\n\r\n";
}

HttpAnswer::HttpAnswer(qint64 mostBytes)
    : m_mostBytes(mostBytes)
    , m_parser(std::make_unique<Parser>(mostBytes))
{
}

HttpAnswer::~HttpAnswer() = default;

HttpAnswer::State HttpAnswer::failed(const Text &problem)
{
    m_problem = problem;
    return m_state = State::Wrong;
}

HttpAnswer::State HttpAnswer::take(const QByteArray &bytes)
{
    if (m_state != State::Coming)
        return m_state;
    m_isEmpty = m_isEmpty && bytes.isEmpty();
    m_rest += bytes;
    qsizetype at = 0;
    while (at < m_rest.size()) {
        boost::beast::error_code error;
        const auto left = static_cast<size_t>(m_rest.size() - at);
        const auto taken =
            static_cast<qsizetype>(m_parser->put(boost::asio::buffer(m_rest.constData() + at, left), error));
        at += taken;
        if (error == http::error::need_more)
            break;
        if (error == http::error::body_limit)
            return m_state = State::TooLarge;
        if (error == http::error::header_limit)
            return failed(Text::en("the header of its answer is larger than %1 KB").arg(mostHeaderBytes / 1024));
        if (error)
            return failed(Text::en("it answers with something else than HTTP"));
        if (!m_parser->is_done()) {
            if (taken == 0)
                break;
            continue;
        }
        if (status() >= 200) // else an interim answer: another one follows
            return m_state = State::Whole;
        m_interim += taken;
        if (m_interim > mostHeaderBytes)
            return failed(Text::en("it goes on announcing its answer"));
        m_parser = std::make_unique<Parser>(m_mostBytes);
    }
    m_rest.remove(0, at);
    if (m_rest.size() > mostHeaderBytes)
        return failed(Text::en("a line of its answer is longer than %1 KB").arg(mostHeaderBytes / 1024));
    return m_state;
}

HttpAnswer::State HttpAnswer::end()
{
    if (m_state != State::Coming)
        return m_state;
    boost::beast::error_code error;
    if (m_parser->got_some())
        m_parser->put_eof(error);
    if (error || !m_parser->is_done())
        return failed(m_parser->got_some() ? Text::en("its answer ends before what it announces")
                                           : Text::en("it hangs up without an answer"));
    return m_state = State::Whole;
}

int HttpAnswer::status() const
{
    return static_cast<int>(m_parser->get().result_int());
}

QByteArray HttpAnswer::body() const
{
    return QByteArray::fromStdString(m_parser->get().body());
}

QByteArray HttpAnswer::location() const
{
    if (status() < 300 || status() >= 400)
        return {};
    const auto location = m_parser->get()[http::field::location];
    return {location.data(), static_cast<qsizetype>(location.size())};
}

} // namespace lockscope::observe
