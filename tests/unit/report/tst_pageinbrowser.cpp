// SPDX-License-Identifier: Apache-2.0
// The page's own script in a real browser, through all steps: who holds there is who holds in the World.
#include "tests/support/files.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/unit/report/playedstory.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QUrl>

namespace lockscope::tst_pageinbrowser {

using namespace Qt::StringLiterals;
using locks::RecipeId;

class TestPageInBrowser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoHoldsIsWhoHoldsInTheWorld_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::newRow("mutex") << RecipeId::Mutex;
        QTest::newRow("readers and writers") << RecipeId::ReadWrite;
        QTest::newRow("one node") << RecipeId::Ephemeral;
        QTest::newRow("semaphore") << RecipeId::Semaphore;
    }
    void whoHoldsIsWhoHoldsInTheWorld()
    {
        QFETCH(RecipeId, recipe);
        const QString browser = QStandardPaths::findExecutable(u"chromium"_s);
        QVERIFY2(!browser.isEmpty(), "no chromium: scripts/setup verify installs it");
        const test::PlayedStory told(recipe, 11, 600);
        const QTemporaryDir files;
        QVERIFY(test::writeFile(files.filePath(u"page.html"_s), told.page().toUtf8()));
        QUrl url = QUrl::fromLocalFile(files.filePath(u"page.html"_s));
        url.setFragment(u"holders"_s);
        QProcess process;
        process.start(browser, {u"--headless"_s, u"--no-sandbox"_s, u"--disable-gpu"_s, u"--disable-dev-shm-usage"_s,
                                u"--user-data-dir="_s + files.filePath(u"profile"_s), u"--dump-dom"_s, url.toString()});
        QVERIFY(process.waitForFinished(test::patienceMs()));
        QString said = QString::fromUtf8(process.readAllStandardOutput());
        said = said.section("<pre>"_L1, 1).section("</pre>"_L1, 0, 0);
        const QJsonArray steps = QJsonDocument::fromJson(said.toUtf8()).array();
        const auto shown = told.shownByWorld([](const locks::Contender &contender) {
            return contender.state == locks::ContenderState::Holding ? contender.node.name : QString();
        });
        QCOMPARE(steps.size(), shown.size());
        for (qsizetype i = 0; i < shown.size(); ++i) {
            QJsonObject expected;
            for (auto lock = shown[i].cbegin(); lock != shown[i].cend(); ++lock)
                expected[lock.key()] = QJsonArray::fromStringList(*lock);
            QVERIFY2(steps[i].toObject() == expected, qPrintable(u"step %1"_s.arg(i)));
        }
    }
};

} // namespace lockscope::tst_pageinbrowser

LOCKSCOPE_TEST(lockscope::tst_pageinbrowser::TestPageInBrowser)
#include "tst_pageinbrowser.moc"
