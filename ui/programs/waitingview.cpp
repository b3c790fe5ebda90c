// SPDX-License-Identifier: Apache-2.0
#include "ui/programs/waitingview.h"

#include "core/base/path.h"
#include "core/base/visible.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using trial::WaitingMessage;

namespace {

constexpr int mostKeys = 9;

/// In the words of the model's steps.
QString sentenceOf(const WaitingMessage &message)
{
    const QString client = visible(message.message.client);
    const QString operation = message.message.operation;
    if (message.isEvent())
        return WaitingView::tr("the watch event “%1” reaches %2").arg(journal::watchEventName(*message.fired), client);
    return message.isRequest() ? WaitingView::tr("%1 of %2 arrives").arg(operation, client)
                               : WaitingView::tr("%1 hears of its %2").arg(client, operation);
}

QString lossOf(const WaitingMessage &message)
{
    if (message.isEvent())
        return WaitingView::tr("A watch event is not lost: the client would ask for it again with its next connection");
    return message.isRequest() ? WaitingView::tr("The request does not reach the server, and the connection breaks")
                               : WaitingView::tr("The reply does not reach the client, and the connection breaks");
}

} // namespace

WaitingView::WaitingView(QWidget *parent)
    : QWidget(parent)
    , m_hint(makeLabel({}, Tone::Muted, this, Wraps))
    , m_list(new QListWidget(this))
    , m_pass(new QPushButton(tr("Let it pass"), this))
    , m_lose(new QPushButton(tr("Lose it"), this))
{
    m_list->setObjectName(u"waitingMessages"_s);
    m_list->setAccessibleName(tr("Messages that wait"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight); // the tool tip has all of it
    m_list->setStyleSheet(u"QListWidget::item { padding: 3px 6px; }"_s);
    m_pass->setObjectName(u"letMessagePass"_s);
    m_pass->setToolTip(tr("The chosen one goes on its way (Enter; 1 to 9 of the first nine)"));
    m_lose->setObjectName(u"loseMessage"_s);
    setFocusProxy(m_list);
    makeColumn(this, {}, 0, {{m_list, 1}, makeRow(8, {Part::gap(10), {m_hint, 1}, m_lose, m_pass, Part::gap(8)})});
    layout()->setContentsMargins(0, 0, 0, 6);

    const auto ofCurrent = [this](bool isLost) { settle(m_list->currentRow() + 1, isLost); };
    connect(m_pass, &QPushButton::clicked, this, [ofCurrent] { ofCurrent(false); });
    connect(m_lose, &QPushButton::clicked, this, [ofCurrent] { ofCurrent(true); });
    connect(m_list, &QListWidget::itemActivated, this, [ofCurrent] { ofCurrent(false); });
    connect(m_list, &QListWidget::currentRowChanged, this, &WaitingView::updateButtons);
    const auto onKey = [this](int key, const auto &then) {
        connect(new QShortcut(QKeySequence(key), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
                &QShortcut::activated, this, then);
    };
    for (int place = 1; place <= mostKeys; ++place)
        onKey(Qt::Key_0 + place, [this, place] { settle(place, false); });
    onKey(Qt::Key_Delete, [ofCurrent] { ofCurrent(true); });
    updateButtons();
}

void WaitingView::setMessages(bool isByHand, const QList<WaitingMessage> &messages)
{
    const WaitingMessage *before = current();
    const quint64 number = before ? before->number : 0;
    m_isByHand = isByHand;
    m_messages = messages;
    m_list->clear();
    int row = 0;
    for (qsizetype i = 0; i < messages.size(); ++i) {
        const QString key = i < mostKeys ? QString::number(i + 1) : u" "_s;
        auto *item = new QListWidgetItem(
            u"%1   %2   %3"_s.arg(key, sentenceOf(messages[i]), visible(baseName(messages[i].path))), m_list);
        item->setToolTip(plainToolTip(sentenceOf(messages[i]) + u'\n' + visible(messages[i].path)));
        if (messages[i].number == number)
            row = static_cast<int>(i);
    }
    m_list->setCurrentRow(messages.isEmpty() ? -1 : row);
    updateButtons();
}

const WaitingMessage *WaitingView::current() const
{
    const int row = m_list->currentRow();
    return row >= 0 && row < m_messages.size() ? &m_messages[row] : nullptr;
}

void WaitingView::updateButtons()
{
    const WaitingMessage *message = current();
    m_pass->setEnabled(message);
    m_lose->setEnabled(message && !message->isEvent());
    m_lose->setToolTip(message ? lossOf(*message) : QString());
    m_hint->setText(!m_isByHand ? tr("Messages pass as they come.")
                    : message   ? QString()
                                : tr("None of the lock’s messages waits."));
}

QStringList WaitingView::sentences() const
{
    QStringList sentences;
    for (const WaitingMessage &message : m_messages)
        sentences += sentenceOf(message);
    return sentences;
}

void WaitingView::settle(int place, bool isLost)
{
    if (place < 1 || place > m_messages.size())
        return;
    const WaitingMessage &message = m_messages[place - 1];
    if (!isLost || !message.isEvent())
        Q_EMIT chosen(message.number, isLost);
}

} // namespace lockscope::ui

#include "moc_waitingview.cpp"
