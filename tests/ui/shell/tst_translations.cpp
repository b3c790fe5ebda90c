// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordingwriter.h"
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/dialogs/helpdialogs.h"
#include "ui/findings/findingsmodel.h"
#include "ui/findings/findingspanel.h"
#include "ui/theme/format.h"

namespace lockscope::ui::tst_translations {

using namespace Qt::StringLiterals;

namespace {

using Known = QSet<QPair<QByteArray, QByteArray>>;

/// Context and source of each message of a file that lupdate wrote.
Known messagesOf(const QString &fileName)
{
    QFile file(fileName);
    Known known;
    if (!file.open(QIODevice::ReadOnly))
        return known;
    QXmlStreamReader xml(&file);
    QByteArray context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == "name"_L1)
            context = xml.readElementText().toUtf8();
        else if (xml.name() == "source"_L1)
            known.insert({context, xml.readElementText().toUtf8()});
    }
    return known;
}

/// A language in which each text that was extracted stands in brackets. What is looked up and was not extracted is
/// remembered: it could never be translated.
class Brackets : public QTranslator
{
public:
    explicit Brackets(Known known)
        : m_known(std::move(known))
    {
        QCoreApplication::installTranslator(this);
    }

    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        if (!QByteArrayView(context).startsWith("lockscope::"))
            return {};
        if (m_known.contains(qMakePair(QByteArray(context), QByteArray(source))))
            return u"⟦%1⟧"_s.arg(QString::fromUtf8(source));
        const QMutexLocker locker(&m_mutex); // also workers look texts up
        m_unknown.insert(QString::fromUtf8(context) + u": "_s + QString::fromUtf8(source));
        return {};
    }
    QStringList unknown() const
    {
        const QMutexLocker locker(&m_mutex);
        return m_unknown.values();
    }

private:
    Known m_known;
    mutable QMutex m_mutex;
    mutable QSet<QString> m_unknown;
};

bool isBracketed(const QString &text)
{
    return text.startsWith(u'⟦') && text.endsWith(u'⟧');
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    Known m_known;

    QString recording()
    {
        const QString file = m_directory.filePath(u"made-up.lockscope"_s);
        LiveWorld world;
        WorldScript script(&world);
        makeUp(script);
        [&] { QVERIFY(journal::saveRecording(world.history(), file, {})); }();
        return file;
    }

private Q_SLOTS:
    void initTestCase()
    {
        applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light);
        const QString file = m_directory.filePath(u"all.ts"_s);
        QProcess extract;
        extract.start(QStringLiteral(CHECK_TRANSLATIONS), {u"--extract"_s, file});
        QVERIFY(extract.waitForFinished(test::patienceMs()) && extract.exitCode() == 0);
        m_known = messagesOf(file);
        QVERIFY(m_known.size() > 1'000);
    }

    void whatTheWindowLooksUpWasExtracted()
    {
        const Brackets brackets(m_known);
        Settings settings(m_directory.filePath(u"settings.ini"_s));
        MainWindow window(&settings);
        window.setRemembersLayout(false);
        window.resize(1280, 800);
        window.show();
        const QList<QAction *> menus = window.menuBar()->actions();
        QVERIFY(menus.size() >= 5);
        for (const QAction *menu : menus)
            QVERIFY2(isBracketed(menu->text()), qPrintable(menu->text()));
        openMenus(menus);

        window.recordings()->open(recording());
        AWAIT_VERIFY(window.findChild<FindingsPanel *>());
        FindingsPanel *findings = nullptr;
        const auto isFilled = [&] {
            for (FindingsPanel *panel : window.findChildren<FindingsPanel *>()) {
                if (panel->model()->rowCount() > 0)
                    findings = panel;
            }
            return findings != nullptr;
        };
        AWAIT_VERIFY(isFilled());
        const QModelIndex finding = findings->model()->index(0, 0);
        QVERIFY2(isBracketed(finding.data(FindingsModel::TextRole).toString()),
                 qPrintable(finding.data(FindingsModel::TextRole).toString()));
        QVERIFY(isBracketed(finding.data(FindingsModel::AdviceRole).toString()));

        SpawnDialog spawn({}, u"/x"_s);
        spawn.show();
        ConnectDialog connecting;
        connecting.show();
        AboutDialog about;
        about.show();
        QVERIFY(isBracketed(spawn.windowTitle()));
        QVERIFY(isBracketed(connecting.windowTitle()));
        QCoreApplication::processEvents(); // they paint
        QCOMPARE(brackets.unknown(), QStringList());
    }

    void textsOfCoreAreShownInTheReadersLanguage()
    {
        const Brackets brackets(m_known);
        QCOMPARE((Error{ErrorCode::NoNode, u"get"_s, u"/a"_s, Text::verbatim(u"said"_s)}.sentence().shown()),
                 u"⟦⟦/a does not exist: check the path, or it was deleted meanwhile.⟧ (said)⟧"_s);
        for (const locks::RecipeInfo &info : locks::recipeCatalog())
            QVERIFY2(isBracketed(info.title.shown()) && isBracketed(info.summary.shown()), qPrintable(info.name));
        QCOMPARE(Text::counted("%n nodes came", 1).shown(), u"⟦1 nodes came⟧"_s); // which has no singular
        QCOMPARE(formatBytes(7), u"⟦7 bytes⟧"_s);
        QCOMPARE(brackets.unknown(), QStringList());
    }

    void whatNobodyHasTranslatedIsEnglish()
    {
        const Brackets brackets({});
        QCOMPARE(Text::counted("%n nodes came", 1).shown(), u"1 node came"_s);
        QCOMPARE(formatBytes(1), u"1 byte"_s); // the file of English plurals is asked next
        QCOMPARE(brackets.unknown().size(), 2);
    }
};

} // namespace lockscope::ui::tst_translations

LOCKSCOPE_TEST(lockscope::ui::tst_translations::TestTranslations)
#include "tst_translations.moc"
