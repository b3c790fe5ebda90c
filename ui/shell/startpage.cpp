// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/startpage.h"

#include "ui/profiles/profiletext.h"
#include "ui/theme/building.h"
#include "ui/theme/widgets.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int pageWidth = 760;

/// An icon in the accent's colour that follows the theme.
class CardIcon : public QLabel
{
public:
    CardIcon(IconId id, QWidget *parent)
        : QLabel(parent)
        , m_id(id)
    {
        draw();
    }

protected:
    void changeEvent(QEvent *event) override
    {
        if (event->type() == QEvent::PaletteChange)
            draw();
        QLabel::changeEvent(event);
    }

private:
    void draw() { setPixmap(icon(m_id, Role::Accent).pixmap(QSize(26, 26), devicePixelRatioF())); }

    IconId m_id;
};

void fillCard(QWidget *card, IconId id, const QString &title, const QString &sentence, QLayout *buttons)
{
    makePanel(card);
    auto *name = makeLabel(title, Tone::Heading, card, Wraps);
    name->setFont(scaledFont(name->font(), 1.2, QFont::DemiBold));
    makeColumn(card, {20, 18, 20, 18}, 8,
               {makeRow(10, {new CardIcon(id, card), {name, 1}}), makeLabel(sentence, Tone::Muted, card, Wraps),
                Part::stretch(), Part::gap(4), buttons});
}

QString whenText(const QDateTime &when)
{
    if (!when.isValid())
        return {};
    const QDateTime local = when.toLocalTime();
    const qint64 days = local.date().daysTo(QDate::currentDate());
    const QString time = local.toString(u"HH:mm"_s);
    if (days == 0)
        return StartPage::tr("today, %1").arg(time);
    return days == 1 ? StartPage::tr("yesterday, %1").arg(time) : local.toString(u"yyyy-MM-dd"_s);
}

void fillSection(QWidget *section, const QString &title, QBoxLayout *rows)
{
    rows->setSpacing(0);
    makeColumn(section, {0, 8, 0, 0}, 6, {makeLabel(title, Tone::Heading, section, Wraps), rows});
}

/// Somewhere to go to by \a open: what it is, what to mind there, and when it was used.
QBoxLayout *fillRow(QWidget *row, QPushButton *open, const QString &summary, bool production, bool observeOnly,
                    const QDateTime &usedAt)
{
    auto *layout = makeRow(row, {0, 2, 0, 2}, 8, {open, {makeLabel(summary, Tone::Small, row, Wraps), 1}});
    if (production)
        layout->addWidget(new Pill(StartPage::tr("production"), Role::Wrong, row));
    if (observeOnly)
        layout->addWidget(new Pill(StartPage::tr("observe only"), Role::Accent, row));
    if (usedAt.isValid()) {
        auto *when = makeLabel(whenText(usedAt), Tone::Small, row);
        when->setToolTip(QLocale().toString(usedAt.toLocalTime(), QLocale::LongFormat));
        layout->addWidget(when);
    }
    return layout;
}

} // namespace

StartPage::StartPage(QWidget *parent)
    : QWidget(parent)
    , m_banner(new Banner(this))
    , m_cards(new QWidget(this))
    , m_busy(new QWidget(this))
    , m_progressText(makeLabel({}, Tone::Muted, this, Wraps))
    , m_files(filesRow())
    , m_profiles(new QWidget(this))
    , m_profileRows(new QVBoxLayout)
    , m_recent(new QWidget(this))
    , m_recentRows(new QVBoxLayout)
{
    auto *picture = new QLabel(this);
    picture->setPixmap(icon(IconId::App).pixmap(QSize(52, 52), devicePixelRatioF()));
    auto *name = makeLabel(tr("Lockscope"), Tone::Title, this, Wraps);
    name->setFont(scaledFont(name->font(), 1.35, QFont::Bold));
    auto *what = makeLabel(tr("See who holds a ZooKeeper lock, who waits for whom, and what a release does."),
                           Tone::Muted, this, Wraps);
    makeColumn(m_cards, {}, 14, {makeRow(14, {{sandboxCard(), 1}, {connectCard(), 1}}), backendCard()});

    auto *progress = new QProgressBar(m_busy);
    progress->setRange(0, 0);
    progress->setTextVisible(false);
    auto *cancel = new QPushButton(tr("Cancel"), m_busy);
    cancel->setObjectName(u"cancelOpen"_s);
    connect(cancel, &QPushButton::clicked, this, &StartPage::cancelRequested);
    makePanel(m_busy);
    makeRow(m_busy, {20, 14, 16, 14}, 18, {{makeColumn(7, {m_progressText, progress}), 1}, cancel});
    m_busy->hide();
    fillSection(m_profiles, tr("Profiles"), m_profileRows);
    m_profiles->hide();
    fillSection(m_recent, tr("Recent connections"), m_recentRows);

    auto *content = new QWidget(this);
    content->setFixedWidth(pageWidth);
    makeColumn(content, {0, 24, 0, 24}, 16,
               {Part::stretch(2), makeRow(16, {picture, {makeColumn(2, {name, what}), 1}}), Part::gap(6), m_cards,
                m_files, m_busy, m_banner, m_profiles, m_recent, Part::stretch(3)});
    auto *middle = new QWidget(this);
    makeRow(middle, {16, 0, 16, 0}, -1, {content});
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Start"));
    scroll->setWidget(middle);
    makeColumn(this, {}, -1, {scroll});
    connect(m_banner, &Banner::actionTriggered, this, &StartPage::errorActionTriggered);
    // As they stand: Tab goes from the page to its first choice, and would pass what was made before that.
    setTabOrder(findChild<QPushButton *>(u"startConnect"_s), findChild<QPushButton *>(u"startLearn"_s));
    setTabOrder(findChild<QPushButton *>(u"startLearn"_s), findChild<QPushButton *>(u"startScenario"_s));
    setTabOrder(findChild<QPushButton *>(u"startScenario"_s), findChild<QPushButton *>(u"startModel"_s));
    setTabOrder(findChild<QPushButton *>(u"startModel"_s), findChild<QPushButton *>(u"startRecording"_s));
}

QWidget *StartPage::sandboxCard()
{
    auto *card = new QWidget(m_cards);
    auto *row = makeRow(8, {});
    for (const int servers : {1, 3, 5}) {
        auto *button = new QPushButton(tr("%n servers", nullptr, servers), card);
        button->setObjectName(u"sandbox%1"_s.arg(servers));
        if (servers == 1) {
            setButtonKind(button, ButtonKind::Primary);
            button->setAutoDefault(true);
            setFocusProxy(button);
        }
        connect(button, &QPushButton::clicked, this, [this, servers] { Q_EMIT sandboxRequested(servers); });
        row->addWidget(button);
    }
    row->addStretch(1);
    fillCard(card, IconId::Sandbox, tr("Sandbox"),
             tr("A private ZooKeeper on this machine, started for you and gone with the program. "
                "Break it as you like."),
             row);
    return card;
}

QWidget *StartPage::connectCard()
{
    auto *card = new QWidget(m_cards);
    auto *button = new QPushButton(tr("Connect…"), card);
    button->setObjectName(u"startConnect"_s);
    connect(button, &QPushButton::clicked, this, &StartPage::connectRequested);
    fillCard(card, IconId::Server, tr("Your ensemble"),
             tr("Watch the locks of a real ZooKeeper, live. Observe-only connections write "
                "nothing at all."),
             makeRow(-1, {button, Part::stretch()}));
    return card;
}

/// On one line: ZooKeeper comes first.
QWidget *StartPage::backendCard()
{
    auto *card = new QWidget(m_cards);
    auto *which = new QComboBox(card);
    which->setObjectName(u"startBackendKind"_s);
    which->setAccessibleName(tr("Kind of server"));
    const QList<BackendSpec> kinds = privateBackends();
    for (const BackendSpec &spec : kinds)
        which->addItem(privateBackendText(spec), static_cast<int>(spec.backend));
    auto *start = new QPushButton(tr("Start private server"), card);
    start->setObjectName(u"startBackend"_s);
    start->setToolTip(tr("On this machine, gone with the connection"));
    auto *own = new QPushButton(tr("Connect to…"), card);
    own->setObjectName(u"startBackendAddress"_s);
    const auto chosen = [which, kinds] { return kinds.at(which->currentIndex()); };
    connect(start, &QPushButton::clicked, this, [this, chosen] { Q_EMIT backendRequested(chosen()); });
    connect(own, &QPushButton::clicked, this, [this, chosen] { Q_EMIT backendAddressRequested(chosen().backend); });
    makePanel(card);
    makeRow(card, {20, 12, 20, 12}, 10,
            {new CardIcon(IconId::Server, card),
             which,
             {makeLabel(tr("Locks that are a key or a row: the same clients, faults and pictures."), Tone::Muted, card,
                        Wraps),
              1},
             start,
             own});
    return card;
}

QWidget *StartPage::filesRow()
{
    auto *holder = new QWidget(this);
    auto *scenario = new QPushButton(icon(IconId::Workflow), tr("Scenarios"), holder);
    m_scenarioMenu = new QMenu(scenario);
    scenario->setMenu(m_scenarioMenu);
    scenario->setObjectName(u"startScenario"_s);
    scenario->setToolTip(tr("Lectures, a step at a time: each runs on a server of its own, and says what came of it"));
    auto *learn = new QPushButton(icon(IconId::Book), tr("Learn…"), holder);
    learn->setObjectName(u"startLearn"_s);
    learn->setToolTip(tr("How these locks work and break, in lessons: you cause it yourself, step by step"));
    connect(learn, &QPushButton::clicked, this, &StartPage::learnRequested);
    auto *model = new QPushButton(icon(IconId::StepForward), tr("Model…"), holder);
    model->setObjectName(u"startModel"_s);
    model->setToolTip(tr("A lock step by step: you choose what happens next, and take it back"));
    connect(model, &QPushButton::clicked, this, &StartPage::modelRequested);
    auto *recording = new QPushButton(icon(IconId::Recording), tr("Open recording…"), holder);
    recording->setObjectName(u"startRecording"_s);
    recording->setToolTip(tr("What happened once, without a server"));
    connect(recording, &QPushButton::clicked, this, &StartPage::recordingRequested);
    makeRow(holder, {}, 10, {learn, scenario, model, recording, Part::stretch()});
    return holder;
}

QWidget *StartPage::profileRow(const profiles::Profile &profile)
{
    auto *row = new QWidget(m_profiles);
    auto *open = makeLink(profile.name, row);
    open->setIcon(profileDot(profile.color));
    open->setObjectName(u"profile-"_s + profile.name);
    open->setToolTip(tr("Connect to %1").arg(profile.connect));
    connect(open, &QPushButton::clicked, this, [this, id = profile.id] { Q_EMIT profileRequested(id); });
    fillRow(row, open, profileSummary(profile), profile.production, profile.observeOnly, profile.usedAt);
    return row;
}

void StartPage::setProfiles(const QList<profiles::Profile> &profiles)
{
    removeAll(m_profileRows);
    for (const profiles::Profile &profile : profiles)
        m_profileRows->addWidget(profileRow(profile));
    m_profiles->setVisible(!profiles.isEmpty());
}

QWidget *StartPage::recentRow(const profiles::Profile &connection)
{
    auto *row = new QWidget(m_recent);
    auto *open = makeLink(connection.connect, row);
    open->setToolTip(tr("Connect to %1 again").arg(connection.connect));
    connect(open, &QPushButton::clicked, this, [this, connection] { Q_EMIT recentRequested(connection); });
    auto *forget = makeCross(tr("Take it off this list"), tr("Forget %1").arg(connection.connect), row);
    connect(forget, &QToolButton::clicked, this, [this, connection] { Q_EMIT recentForgotten(connection); });
    fillRow(row, open, tr("root %1").arg(connection.root), false, connection.observeOnly, connection.usedAt)
        ->addWidget(forget);
    return row;
}

void StartPage::setRecent(const QList<profiles::Profile> &connections)
{
    removeAll(m_recentRows);
    for (const profiles::Profile &connection : connections)
        m_recentRows->addWidget(recentRow(connection));
    m_recent->setVisible(!connections.isEmpty());
}

void StartPage::setCardsEnabled(bool enabled)
{
    for (QWidget *part : {m_cards, m_files, m_profiles, m_recent})
        part->setEnabled(enabled);
}

void StartPage::setBusy(const QString &sentence)
{
    m_banner->hide();
    m_progressText->setText(sentence);
    m_busy->show();
    setCardsEnabled(false);
}

void StartPage::setIdle()
{
    m_busy->hide();
    setCardsEnabled(true);
}

void StartPage::showBanner(Banner::Severity severity, const QString &title, const QString &text)
{
    m_banner->show(severity, title, text);
    m_banner->setAction({});
}

void StartPage::showError(const QString &title, const QString &text, const QString &action)
{
    setIdle();
    m_banner->show(Banner::Severity::Error, title, text);
    m_banner->setAction(action);
}

} // namespace lockscope::ui

#include "moc_startpage.cpp"
