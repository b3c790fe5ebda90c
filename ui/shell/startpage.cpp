// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/startpage.h"

#include "ui/profiles/profiletext.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QLocale>
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
    {
        setPixmap(icon(id, Role::Accent).pixmap(QSize(26, 26), devicePixelRatioF()));
        m_id = id;
    }

protected:
    void changeEvent(QEvent *event) override
    {
        if (event->type() == QEvent::PaletteChange)
            setPixmap(icon(m_id, Role::Accent).pixmap(QSize(26, 26), devicePixelRatioF()));
        QLabel::changeEvent(event);
    }

private:
    IconId m_id;
};

QLabel *label(const QString &text, Tone tone, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTone(label, tone);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QVBoxLayout *makeCardColumn(QWidget *card, IconId id, const QString &title, const QString &sentence)
{
    makePanel(card);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(8);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(10);
    heading->addWidget(new CardIcon(id, card));
    auto *name = label(title, Tone::Heading, card);
    name->setFont(scaledFont(name->font(), 1.2, QFont::DemiBold));
    heading->addWidget(name, 1);
    column->addLayout(heading);
    column->addWidget(label(sentence, Tone::Muted, card));
    column->addStretch(1);
    return column;
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

} // namespace

StartPage::StartPage(QWidget *parent)
    : QWidget(parent)
    , m_banner(new Banner(this))
    , m_cards(new QWidget(this))
    , m_busy(new QWidget(this))
    , m_progressText(label({}, Tone::Muted, this))
    , m_files(filesRow())
    , m_profiles(new QWidget(this))
    , m_profileRows(new QVBoxLayout)
    , m_recent(new QWidget(this))
    , m_recentRows(new QVBoxLayout)
{
    auto *picture = new QLabel(this);
    picture->setPixmap(icon(IconId::App).pixmap(QSize(52, 52), devicePixelRatioF()));
    auto *name = label(tr("Lockscope"), Tone::Title, this);
    name->setFont(scaledFont(name->font(), 1.35, QFont::Bold));
    auto *titles = new QVBoxLayout;
    titles->setSpacing(2);
    titles->addWidget(name);
    titles->addWidget(
        label(tr("See who holds a ZooKeeper lock, who waits for whom, and what a release does."), Tone::Muted, this));
    auto *head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(picture);
    head->addLayout(titles, 1);

    auto *cards = new QHBoxLayout(m_cards);
    cards->setContentsMargins(0, 0, 0, 0);
    cards->setSpacing(14);
    cards->addWidget(sandboxCard(), 1);
    cards->addWidget(connectCard(), 1);

    auto *progress = new QProgressBar(m_busy);
    progress->setRange(0, 0);
    progress->setTextVisible(false);
    auto *cancel = new QPushButton(tr("Cancel"), m_busy);
    cancel->setObjectName(u"cancelOpen"_s);
    connect(cancel, &QPushButton::clicked, this, &StartPage::cancelRequested);
    makePanel(m_busy);
    auto *busyText = new QVBoxLayout;
    busyText->setSpacing(7);
    busyText->addWidget(m_progressText);
    busyText->addWidget(progress);
    auto *busy = new QHBoxLayout(m_busy);
    busy->setContentsMargins(20, 14, 16, 14);
    busy->setSpacing(18);
    busy->addLayout(busyText, 1);
    busy->addWidget(cancel);
    m_busy->hide();

    auto *kept = new QVBoxLayout(m_profiles);
    kept->setContentsMargins(0, 8, 0, 0);
    kept->setSpacing(6);
    kept->addWidget(label(tr("Profiles"), Tone::Heading, m_profiles));
    m_profileRows->setSpacing(0);
    kept->addLayout(m_profileRows);
    m_profiles->hide();

    auto *recent = new QVBoxLayout(m_recent);
    recent->setContentsMargins(0, 8, 0, 0);
    recent->setSpacing(6);
    recent->addWidget(label(tr("Recent connections"), Tone::Heading, m_recent));
    m_recentRows->setSpacing(0);
    recent->addLayout(m_recentRows);

    auto *content = new QWidget(this);
    content->setFixedWidth(pageWidth);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 24, 0, 24);
    column->setSpacing(16);
    column->addStretch(2);
    column->addLayout(head);
    column->addSpacing(6);
    column->addWidget(m_cards);
    column->addWidget(m_files);
    column->addWidget(m_busy);
    column->addWidget(m_banner);
    column->addWidget(m_profiles);
    column->addWidget(m_recent);
    column->addStretch(3);
    auto *middle = new QWidget(this);
    auto *row = new QHBoxLayout(middle);
    row->setContentsMargins(16, 0, 16, 0);
    row->addWidget(content);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Start"));
    scroll->setWidget(middle);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->addWidget(scroll);
    connect(m_banner, &Banner::actionTriggered, this, &StartPage::errorActionTriggered);
    // As they stand: Tab goes from the page to its first choice, and would pass what was made before that.
    setTabOrder(findChild<QPushButton *>(u"startConnect"_s), findChild<QPushButton *>(u"startScenario"_s));
    setTabOrder(findChild<QPushButton *>(u"startScenario"_s), findChild<QPushButton *>(u"startRecording"_s));
}

QWidget *StartPage::sandboxCard()
{
    auto *card = new QWidget(m_cards);
    auto *column = makeCardColumn(card, IconId::Sandbox, tr("Sandbox"),
                                  tr("A private ZooKeeper on this machine, started for you and gone with the program. "
                                     "Break it as you like."));
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
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
    column->addSpacing(4);
    column->addLayout(row);
    return card;
}

QWidget *StartPage::connectCard()
{
    auto *card = new QWidget(m_cards);
    auto *column = makeCardColumn(card, IconId::Server, tr("Your ensemble"),
                                  tr("Watch the locks of a real ZooKeeper, live. Observe-only connections write "
                                     "nothing at all."));
    auto *button = new QPushButton(tr("Connect…"), card);
    button->setObjectName(u"startConnect"_s);
    connect(button, &QPushButton::clicked, this, &StartPage::connectRequested);
    column->addSpacing(4);
    column->addWidget(button, 0, Qt::AlignLeft);
    return card;
}

QWidget *StartPage::filesRow()
{
    auto *holder = new QWidget(this);
    auto *row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    auto *scenario = new QPushButton(icon(IconId::Workflow), tr("Open scenario…"), holder);
    scenario->setObjectName(u"startScenario"_s);
    scenario->setToolTip(tr("Runs it on a sandbox of its own, and says what came of it"));
    connect(scenario, &QPushButton::clicked, this, &StartPage::scenarioRequested);
    row->addWidget(scenario);
    auto *recording = new QPushButton(icon(IconId::Recording), tr("Open recording…"), holder);
    recording->setObjectName(u"startRecording"_s);
    recording->setToolTip(tr("What happened once, without a server"));
    connect(recording, &QPushButton::clicked, this, &StartPage::recordingRequested);
    row->addWidget(recording);
    row->addStretch(1);
    return holder;
}

QWidget *StartPage::profileRow(const profiles::Profile &profile)
{
    auto *row = new QWidget(m_profiles);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 2, 0, 2);
    layout->setSpacing(8);
    auto *open = new QPushButton(profileDot(profile.color), profile.name, row);
    open->setObjectName(u"profile-"_s + profile.name);
    open->setProperty("kind", u"link"_s);
    open->setCursor(Qt::PointingHandCursor);
    open->setToolTip(tr("Connect to %1").arg(profile.connect));
    connect(open, &QPushButton::clicked, this, [this, id = profile.id] { Q_EMIT profileRequested(id); });
    layout->addWidget(open);
    auto *summary = label(profileSummary(profile), Tone::Small, row);
    layout->addWidget(summary, 1);
    if (profile.production)
        layout->addWidget(new Pill(tr("production"), Role::Wrong, row));
    if (profile.observeOnly)
        layout->addWidget(new Pill(tr("observe only"), Role::Accent, row));
    if (profile.usedAt.isValid()) {
        auto *when = label(whenText(profile.usedAt), Tone::Small, row);
        when->setWordWrap(false);
        when->setToolTip(QLocale().toString(profile.usedAt.toLocalTime(), QLocale::LongFormat));
        layout->addWidget(when);
    }
    return row;
}

void StartPage::setProfiles(const QList<profiles::Profile> &profiles)
{
    while (QLayoutItem *item = m_profileRows->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater(); // its button may be what was just clicked
        delete item;
    }
    for (const profiles::Profile &profile : profiles)
        m_profileRows->addWidget(profileRow(profile));
    m_profiles->setVisible(!profiles.isEmpty());
}

QWidget *StartPage::recentRow(const RecentConnection &connection)
{
    auto *row = new QWidget(m_recent);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 2, 0, 2);
    layout->setSpacing(8);
    auto *open = new QPushButton(connection.connectString, row);
    open->setProperty("kind", u"link"_s);
    open->setCursor(Qt::PointingHandCursor);
    open->setToolTip(tr("Connect to %1 again").arg(connection.connectString));
    connect(open, &QPushButton::clicked, this, [this, connection] { Q_EMIT recentRequested(connection); });
    layout->addWidget(open);
    layout->addWidget(label(tr("root %1").arg(connection.root), Tone::Small, row), 1);
    if (connection.observeOnly)
        layout->addWidget(new Pill(tr("observe only"), Role::Accent, row));
    auto *when = label(whenText(connection.usedAt), Tone::Small, row);
    when->setWordWrap(false);
    when->setToolTip(QLocale().toString(connection.usedAt.toLocalTime(), QLocale::LongFormat));
    layout->addWidget(when);
    auto *forget = new QToolButton(row);
    forget->setIcon(icon(IconId::Close, Role::Suspended));
    forget->setIconSize(QSize(12, 12));
    forget->setToolTip(tr("Take it off this list"));
    forget->setAccessibleName(tr("Forget %1").arg(connection.connectString));
    connect(forget, &QToolButton::clicked, this, [this, connection] { Q_EMIT recentForgotten(connection); });
    layout->addWidget(forget);
    return row;
}

void StartPage::setRecent(const QList<RecentConnection> &connections)
{
    while (QLayoutItem *item = m_recentRows->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater(); // one of its buttons may be what was just clicked
        delete item;
    }
    for (const RecentConnection &connection : connections)
        m_recentRows->addWidget(recentRow(connection));
    m_recent->setVisible(!connections.isEmpty());
}

void StartPage::setCardsEnabled(bool enabled)
{
    m_cards->setEnabled(enabled);
    m_files->setEnabled(enabled);
    m_profiles->setEnabled(enabled);
    m_recent->setEnabled(enabled);
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

void StartPage::showError(const QString &title, const QString &text, const QString &action)
{
    setIdle();
    m_banner->show(Banner::Severity::Error, title, text);
    m_banner->setAction(action);
}

} // namespace lockscope::ui
