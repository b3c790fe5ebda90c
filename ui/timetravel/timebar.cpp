// SPDX-License-Identifier: Apache-2.0
#include "ui/timetravel/timebar.h"

#include "core/base/visible.h"
#include "ui/theme/building.h"
#include "ui/timetravel/scrubber.h"
#include "ui/world/liveworld.h"

#include <QAction>
#include <QComboBox>
#include <QDateTime>
#include <QInputDialog>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 againNs = 10'000'000'000;

} // namespace

Player::Player(LiveWorld *world, QObject *parent)
    : QObject(parent)
    , m_world(world)
{
    m_timer.setInterval(16ms);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Player::goOn);
}

void Player::setSpeed(double speed)
{
    m_speed = speed;
    Q_EMIT changed();
}

void Player::play()
{
    if (isPlaying() || m_world->journal().isEmpty())
        return;
    if (!m_world->isRewound())
        m_world->seekToInstant(m_world->isRecorded() ? m_world->beginNs()
                                                     : std::max(m_world->beginNs(), m_world->endNs() - againNs));
    m_sinceTick.start();
    m_timer.start();
    Q_EMIT changed();
}

void Player::pause()
{
    if (!isPlaying())
        return;
    m_timer.stop();
    Q_EMIT changed();
}

void Player::toggle()
{
    if (isPlaying())
        pause();
    else
        play();
}

void Player::goOn()
{
    const qint64 passedNs = m_sinceTick.nsecsElapsed();
    m_sinceTick.start();
    if (m_world->isRewound()) // else another one went to the end
        m_world->seekToInstant(m_world->positionNs() + qint64(double(passedNs) * m_speed));
    if (!m_world->isRewound())
        pause();
}

namespace {

constexpr double speeds[] = {0.01, 0.1, 0.25, 0.5, 1, 2, 10, 100};

} // namespace

TimeBar::TimeBar(LiveWorld *world, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_player(new Player(world, this))
    , m_scrubber(new Scrubber(world, this))
{
    setObjectName(u"timeBar"_s);
    buildActions();
    buildRow();
    connect(world, &LiveWorld::cursorMoved, this, &TimeBar::updatePosition);
    connect(world, &LiveWorld::appended, this, &TimeBar::updatePosition);
    connect(world, &LiveWorld::ticked, this, &TimeBar::updatePosition);
    connect(world, &LiveWorld::bookmarksChanged, this, &TimeBar::fillBookmarks);
    connect(m_player, &Player::changed, this, &TimeBar::updatePlaying);
    updatePosition();
    updatePlaying();
    fillBookmarks();
}

void TimeBar::buildActions()
{
    const auto add = [this](IconId id, const QString &text, const QKeySequence &key, auto slot) {
        auto *action = new QAction(icon(id), text, this);
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, slot);
        m_actions << action;
        return action;
    };
    m_play = add(IconId::Play, tr("&Play"), Qt::CTRL | Qt::Key_P, [this] { m_player->toggle(); });
    m_back = add(IconId::StepBack, tr("One event &back"), Qt::ALT | Qt::Key_Left, [this] { m_world->step(-1); });
    m_forward =
        add(IconId::StepForward, tr("One event &forward"), Qt::ALT | Qt::Key_Right, [this] { m_world->step(1); });
    m_toStart = add(IconId::SkipBack, tr("To the &start"), Qt::ALT | Qt::Key_Home,
                    [this] { m_world->seek(m_world->firstPosition()); });
    m_toEnd = add(IconId::SkipForward, tr("To the &end, live"), Qt::ALT | Qt::Key_End, [this] { m_world->goLive(); });
    for (const QAction *move : {m_back, m_forward, m_toStart, m_toEnd})
        connect(move, &QAction::triggered, m_player, &Player::pause);
    m_bookmark = add(IconId::Bookmark, tr("Book&mark this instant…"), Qt::CTRL | Qt::Key_B, [this] { addBookmark(); });
    m_bookmarkBefore =
        add(IconId::Bookmark, tr("Bookmark bef&ore"), Qt::ALT | Qt::Key_PageUp, [this] { m_world->seekBookmark(-1); });
    m_bookmarkAfter =
        add(IconId::Bookmark, tr("Bookmark &after"), Qt::ALT | Qt::Key_PageDown, [this] { m_world->seekBookmark(1); });
    auto *probes = new QAction(tr("Show Lockscope’s own &requests"), this);
    probes->setToolTip(tr("Steps and the Journal also show when this program asked the servers"));
    probes->setCheckable(true);
    connect(probes, &QAction::toggled, m_world, &LiveWorld::setShowsProbes);
    connect(m_world, &LiveWorld::showsProbesChanged, probes,
            [this, probes] { probes->setChecked(m_world->showsProbes()); });
    m_actions << probes;
}

QToolButton *TimeBar::button(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void TimeBar::buildRow()
{
    QToolButton *toStart = button(m_toStart); // in the order of Tab
    QToolButton *back = button(m_back);
    QToolButton *play = button(m_play);
    QToolButton *forward = button(m_forward);
    QToolButton *toEnd = button(m_toEnd);
    m_speed = new QComboBox(this);
    m_speed->setObjectName(u"speed"_s);
    m_speed->setAccessibleName(tr("Speed of playing"));
    m_speed->setToolTip(tr("How fast it is played, against how fast it was"));
    for (const double speed : speeds)
        m_speed->addItem(u"%1×"_s.arg(speed), speed);
    m_speed->setCurrentIndex(m_speed->findData(1.0));
    connect(m_speed, &QComboBox::currentIndexChanged, this,
            [this] { m_player->setSpeed(m_speed->currentData().toDouble()); });
    m_position = makeLabel({}, Tone::Mono, this);
    m_position->setObjectName(u"position"_s);
    m_position->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *bookmark = button(m_bookmark);
    bookmark->setObjectName(u"bookmark"_s);
    bookmark->setPopupMode(QToolButton::MenuButtonPopup);
    m_bookmarks = new QMenu(bookmark);
    bookmark->setMenu(m_bookmarks);
    m_live = new QPushButton(this);
    m_live->setObjectName(u"live"_s);
    connect(m_live, &QPushButton::clicked, m_toEnd, &QAction::trigger);
    const Part gap = Part::gap(4);
    makeRow(this, {10, 4, 8, 5}, 3,
            {toStart,
             back,
             play,
             forward,
             toEnd,
             gap,
             m_speed,
             gap,
             {m_scrubber, 1},
             gap,
             m_position,
             gap,
             bookmark,
             gap,
             m_live});
}

/// Where the text of the instant or its type has changed. Its place is that of the longest text so far: the strip
/// beside it must not jump with every digit.
bool TimeBar::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) {
        m_longestPosition = std::max(m_longestPosition, m_position->text().size());
        const int digit = m_position->fontMetrics().horizontalAdvance(u'0'); // as wide as all of them
        m_position->setMinimumWidth(static_cast<int>(m_longestPosition) * digit);
    }
    return QWidget::event(event);
}

void TimeBar::updatePosition()
{
    const bool any = !m_world->journal().isEmpty();
    const bool rewound = m_world->isRewound();
    const qint64 elapsed = m_world->positionNs() - m_world->beginNs();
    const QLocale locale;
    const QString text = any ? tr("%1 · event %2 of %3")
                                   .arg(elapsedText(elapsed), locale.toString(m_world->position()),
                                        locale.toString(m_world->lastPosition()))
                             : QString();
    m_position->setText(text);
    m_position->setToolTip(
        any ? tr("Since the first event that is kept; below, the instant itself\n%1")
                  .arg(QLocale().toString(QDateTime::fromMSecsSinceEpoch(m_world->positionNs() / 1'000'000),
                                          QLocale::LongFormat))
            : QString());
    const bool atStart = !any || m_world->position() <= m_world->firstPosition();
    m_back->setEnabled(!atStart);
    m_toStart->setEnabled(!atStart);
    m_forward->setEnabled(rewound);
    m_toEnd->setEnabled(rewound);
    m_play->setEnabled(any);
    m_bookmark->setEnabled(any);
    if (m_shownRewound != rewound)
        updateLive();
}

void TimeBar::updateLive()
{
    const bool rewound = m_world->isRewound();
    m_shownRewound = rewound;
    m_live->setVisible(!m_world->isRecorded());
    m_live->setEnabled(rewound);
    m_live->setText(rewound ? tr("Return to live") : tr("Live"));
    setButtonKind(m_live, rewound ? ButtonKind::Primary : ButtonKind::Secondary);
    m_live->setToolTip(rewound ? tr("Show the newest state again") : tr("What is shown is the newest state"));
    m_toEnd->setText(m_world->isRecorded() ? tr("To the &end") : tr("To the &end, live"));
    update();
}

void TimeBar::updatePlaying()
{
    const bool playing = m_player->isPlaying();
    m_play->setIcon(icon(playing ? IconId::Pause : IconId::Play));
    m_play->setText(playing ? tr("&Pause") : tr("&Play"));
    m_play->setToolTip(playing                 ? tr("Pause")
                       : m_world->isRecorded() ? tr("Play on from here; at the end, from the start")
                                               : tr("Play on from here; while live, the last ten seconds again"));
    const int place = m_speed->findData(m_player->speed());
    if (place >= 0 && place != m_speed->currentIndex())
        m_speed->setCurrentIndex(place);
}

void TimeBar::addBookmark()
{
    if (m_world->journal().isEmpty())
        return;
    m_player->pause();
    const quint64 number = m_world->position();
    const qint64 atNs = m_world->positionNs();
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Bookmark"));
    dialog->setLabelText(tr("Name of this instant, %1:").arg(elapsedText(atNs - m_world->beginNs())));
    dialog->setTextValue(tr("Event %1").arg(QLocale().toString(number)));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, number, atNs](const QString &name) {
        QList<journal::Bookmark> bookmarks = m_world->bookmarks();
        bookmarks.removeIf([number](const journal::Bookmark &bookmark) { return bookmark.number == number; });
        bookmarks += {number, atNs, name.trimmed().isEmpty() ? tr("Event %1").arg(number) : name.trimmed()};
        m_world->setBookmarks(bookmarks);
    });
    dialog->open();
}

void TimeBar::fillBookmarks()
{
    m_bookmarks->clear();
    const auto &bookmarks = m_world->bookmarks();
    if (bookmarks.isEmpty())
        m_bookmarks->addAction(tr("No bookmarks yet"))->setEnabled(false);
    for (const journal::Bookmark &bookmark : bookmarks) {
        const QString text = u"%1\t%2"_s.arg(visible(bookmark.name).replace(u'&', u"&&"_s),
                                             elapsedText(bookmark.atNs - m_world->beginNs()));
        m_bookmarks->addAction(icon(IconId::Bookmark), text, this, [this, bookmark] {
            m_player->pause();
            m_world->seek(bookmark);
        });
    }
    m_bookmarks->addSeparator();
    m_bookmarks->addAction(m_bookmarkBefore);
    m_bookmarks->addAction(m_bookmarkAfter);
    QMenu *remove = m_bookmarks->addMenu(icon(IconId::Trash), tr("&Remove"));
    remove->setEnabled(!bookmarks.isEmpty());
    for (const journal::Bookmark &bookmark : bookmarks)
        remove->addAction(visible(bookmark.name).replace(u'&', u"&&"_s), this,
                          [this, number = bookmark.number] { m_world->removeBookmark(number); });
    m_bookmarkBefore->setEnabled(!bookmarks.isEmpty());
    m_bookmarkAfter->setEnabled(!bookmarks.isEmpty());
}

void TimeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = themeFor(palette());
    painter.fillRect(rect(), m_world->isRewound() ? theme.wrong.tint : theme.panel);
    painter.fillRect(0, 0, width(), 1, m_world->isRewound() ? theme.wrong.fill : theme.border);
}

} // namespace lockscope::ui

#include "moc_timebar.cpp"
