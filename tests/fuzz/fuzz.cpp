// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz.h"

#include "core/journal/eventjson.h"
#include "core/journal/packedevents.h"

#include <QJsonDocument>

#include <cstdio>
#include <cstdlib>

namespace lockscope::fuzz {

void must(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "Does not hold: %s\n", what);
    std::abort();
}

namespace {

/// Not by visibleLines(): that takes longer than the targets, and is what is to be proved here. A plain loop that
/// libFuzzer does not watch: it would be told of each character.
__attribute__((no_sanitize("coverage"))) void mustBeVisible(const QString &visibleText)
{
    bool acts = false;
    const char16_t *unit = reinterpret_cast<const char16_t *>(visibleText.utf16());
    for (const char16_t *const end = unit + visibleText.size(); unit != end; ++unit)
        acts |= *unit < 0x20 ? *unit != u'\n' : *unit >= 0x7F && *unit < 0xA0;
    must(!acts, "no character that people are told acts on a terminal");
}

/// What such an event tells is what the file says, be that nothing.
bool isTextAlone(const journal::Payload &what)
{
    return std::holds_alternative<journal::Notice>(what) || std::holds_alternative<journal::ScenarioStep>(what);
}

} // namespace

void mustSay(const Text &text)
{
    const QString visibleText = text.shown(); // not english(): that keeps a verbatim text as it is
    must(!visibleText.isEmpty(), "people are told something");
    mustBeVisible(visibleText);
}

void mustSay(const Error &error)
{
    mustSay(error.sentence());
}

namespace {

/// As must(), and shows the event.
void mustOf(const journal::Event &event, bool holds, const char *what)
{
    if (!holds)
        std::fprintf(stderr, "%s\n", QJsonDocument(journal::toJson(event)).toJson().constData());
    must(holds, what);
}

journal::Event readAgain(const journal::Event &event)
{
    const auto again = journal::eventFromJson(journal::toJson(event));
    if (!again)
        std::fprintf(stderr, "%s\n", qPrintable(again.error().sentence().english()));
    mustOf(event, again.has_value(), "what was written as JSON can be read");
    return *again;
}

} // namespace

void mustBeKept(const journal::Event &event)
{
    const journal::Event again = readAgain(event);
    // An event of a later version gets what all events have ("at") where it had not.
    if (std::holds_alternative<journal::UnknownEvent>(event.what))
        mustOf(again, readAgain(again) == again, "an unknown event in JSON is the same when it is read again");
    else
        mustOf(event, again == event, "an event in JSON is the same when it is read again");
    if (isTextAlone(event.what))
        mustBeVisible(journal::describe(event.what).shown());
    else
        mustSay(journal::describe(event.what));
    (void)journal::pathOf(event.what);
    (void)journal::clientOf(event.what);
}

void mustBeKept(const journal::EventBatch &events)
{
    for (const journal::Event &event : events)
        mustBeKept(event);
    must(journal::unpack(journal::pack(events)) == events, "packed events are the same when they are unpacked");
}

QByteArray bytesOf(const std::uint8_t *data, std::size_t size)
{
    return QByteArray::fromRawData(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
}

QString textOf(const std::uint8_t *data, std::size_t size)
{
    return QString::fromUtf8(bytesOf(data, size));
}

namespace {

/// What Qt warns of is no finding, and printing it would take most of the time.
void tellFatalAlone(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    if (type == QtFatalMsg)
        std::fprintf(stderr, "%s\n", qPrintable(message));
}

} // namespace

} // namespace lockscope::fuzz

extern "C" int LLVMFuzzerInitialize(int *, char ***)
{
    qInstallMessageHandler(lockscope::fuzz::tellFatalAlone);
    return 0;
}
