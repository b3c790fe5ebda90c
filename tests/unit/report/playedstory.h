// SPDX-License-Identifier: Apache-2.0
// A history for pages, played on the model: any order of steps, with faults; and what the World says of each of its
// steps, which a page must not say otherwise.
#pragma once

#include "core/explore/play.h"
#include "core/history/world.h"
#include "core/journal/journal.h"
#include "core/report/webpage.h"

#include <QHash>
#include <QMap>
#include <QStringList>

#include <random>

namespace lockscope::test {

struct PlayedStory
{
    /// At most \a most events; fewer where nothing is left to happen.
    PlayedStory(locks::RecipeId recipe, unsigned seed, qsizetype most, int clients = 3)
    {
        std::mt19937 random(seed);
        explore::Play play(explore::setupOf(recipe, clients), true);
        while (play.events().size() < most && !play.possible().empty()) {
            const auto possible = play.possible();
            const auto fault = static_cast<explore::Fault>(random() % explore::faultCount);
            const auto befalls = play.faultStep(fault, random() % play.clientCount());
            play.happen(befalls && random() % 8 == 0 ? *befalls : possible[random() % possible.size()]);
        }
        events = play.events().first(std::min(most, play.events().size()));
        journal.append(events);
        request.story.last = journal.lastNumber();
        request.story.label = [](const journal::World &, const locks::Contender &contender) {
            return contender.node.name;
        };
    }

    /// Of each lock with contenders their nodes' names with \a wordOf their state; after each step, from the empty
    /// World on.
    template<typename WordOf>
    QList<QMap<QString, QStringList>> shownByWorld(WordOf wordOf) const
    {
        QList<QMap<QString, QStringList>> steps{{}};
        journal::World world;
        for (const journal::Event &event : events) {
            world.apply({event});
            QMap<QString, QStringList> shown;
            for (const QString &path : world.lockPaths()) {
                for (const locks::Contender &contender : world.queue(path).contenders) {
                    if (const QString word = wordOf(contender); !word.isEmpty())
                        shown[path] += word;
                }
            }
            steps += shown;
        }
        return steps;
    }
    QString page() const { return QString::fromUtf8(report::webPage({}, journal, request)); }

    journal::EventBatch events;
    journal::Journal journal;
    report::WebPageRequest request;
};

} // namespace lockscope::test
