// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share: how they say that something does not hold. A target is a function from bytes to nothing;
// scripts/fuzz builds and runs them. Never writes to the tree, never asks a server.
#pragma once

#include "core/base/error.h"
#include "core/journal/event.h"

#include <QByteArray>
#include <QString>

#include <cstddef>
#include <cstdint>

/// By libFuzzer's contract; 0 whatever came of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace lockscope::fuzz {

/// Ends the program with \a what if it does not hold: libFuzzer keeps the input.
void must(bool holds, const char *what);
/// People are told something, and no character of it acts on a terminal.
void mustSay(const Text &text);
void mustSay(const Error &error);
/// There is a value; where there is none, people are told why.
template<typename T>
bool isRead(const Result<T> &read)
{
    if (!read)
        mustSay(read.error());
    return read.has_value();
}
/// What happened is the same after it was written as JSON and read again; and it is told.
void mustBeKept(const journal::Event &event);
/// The same of each of them; and after they were packed.
void mustBeKept(const journal::EventBatch &events);

/// Not a copy: valid as long as \a data is.
QByteArray bytesOf(const std::uint8_t *data, std::size_t size);
QString textOf(const std::uint8_t *data, std::size_t size);

} // namespace lockscope::fuzz
