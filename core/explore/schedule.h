// SPDX-License-Identifier: Apache-2.0
// A set-up and the steps that are taken from there, as a small file: the same play on any machine. Never judges it.
#pragma once

#include "core/base/strictjson.h"
#include "core/explore/play.h"

#include <QByteArray>

namespace lockscope::explore {

struct Schedule
{
    Setup setup;
    std::vector<Step> steps;
};

/// {"lockscope": 1, "kind": "schedule", "recipe", "dialect", "clients", "rounds", …, "steps": ["arrive 0 1", …]}
QByteArray toJson(const Schedule &schedule);
/// An error whose sentence names the line and the key of what is wrong.
Result<Schedule> readSchedule(const QByteArray &text);

/// Of an object with "recipe", "dialect", "clients", up to \a most, "rounds", "writers", "leases",
/// "entries", "threads", "stray", "fresh".
Setup readSetup(JsonFields &fields, int most);

/// Takes its steps on \a play, which is at the beginning of its set-up; \a before is asked at each, with its words. An
/// error where one is not possible: which, and what was.
Result<Done> carryOut(const Schedule &schedule, Play &play,
                      const std::function<void(const Step &, const Text &)> &before = {});

/// What a schedule came to, for people.
struct Course
{
    std::vector<Text> steps = {};   ///< in words
    std::vector<Text> clients = {}; ///< how each of them is then: Play::stateText()
    int wakeUps = 0;                ///< watch events that reached a client
    std::optional<Wrong> wrong = {};
};
/// An error as of carryOut().
Result<Course> courseOf(const Schedule &schedule);

/// All that happens then, with what an observer sees and each step in words, and at the end what is wrong: a
/// recording's events. A step takes a tenth of a second; where nothing more can happen by itself a second passes at the
/// end, so that the recording proves it. The same on every machine.
Result<journal::EventBatch> eventsOf(const Schedule &schedule);

} // namespace lockscope::explore
