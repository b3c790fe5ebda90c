// SPDX-License-Identifier: Apache-2.0
#include "ui/graph/graphpainter.h"

#include "core/base/visible.h"
#include "ui/theme/format.h"
#include "ui/theme/painting.h"

#include <QCoreApplication>
#include <QPainter>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qreal boxGlyphSide = 20;
constexpr qreal boxInset = 11;
constexpr qreal arrowLength = 9;

/// What lupdate looks for, and the translation is looked up by.
struct GraphPainterText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::GraphPainterText)
};

class GraphPainter
{
public:
    GraphPainter(QPainter *painter, const WaitScene &scene, const GraphLayout &layout, const Theme &theme,
                 const GraphLook &look)
        : m_painter(painter)
        , m_scene(scene)
        , m_layout(layout)
        , m_theme(theme)
        , m_look(look)
        , m_bold(scaledFont(look.font, 1.0, QFont::DemiBold))
        , m_small(scaledFont(look.font, 0.88))
    {
    }

    void paint()
    {
        m_painter->setRenderHint(QPainter::Antialiasing);
        // What is red lies above what is not, boxes above edges.
        for (const bool inCycle : {false, true}) {
            for (size_t i = 0; i < m_scene.edges.size(); ++i) {
                if (m_scene.edges[i].inCycle == inCycle && isVisible(m_layout.edges[i].boundingRect()))
                    paintEdge(m_scene.edges[i], m_layout.edges[i]);
            }
        }
        for (size_t i = 0; i < m_scene.locks.size(); ++i) {
            if (isVisible(m_layout.locks[i]))
                paintLock(int(i));
        }
        for (size_t i = 0; i < m_scene.sessions.size(); ++i) {
            if (isVisible(m_layout.sessions[i]))
                paintSession(int(i));
        }
        if (!m_look.labels)
            return;
        for (size_t i = 0; i < m_scene.edges.size(); ++i) {
            if (isVisible(m_layout.edges[i].boundingRect()))
                paintLabel(m_scene.edges[i], m_layout.edges[i]);
        }
    }

private:
    bool isVisible(const QRectF &box) const
    {
        return m_look.visible.isNull() || m_look.visible.intersects(box.adjusted(-20, -20, 20, 20));
    }

    bool isLit(const SceneEdge &edge) const
    {
        for (const GraphItem &item : {m_look.selected, m_look.hovered}) {
            if ((item.session >= 0 && item.session == edge.session) || (item.lock >= 0 && item.lock == edge.lock))
                return true;
        }
        return false;
    }

    QColor colorOf(const SceneEdge &edge) const
    {
        if (edge.inCycle)
            return m_theme.wrong.fill;
        return edge.holds ? m_theme.holding.fill : m_theme.waiting.fill;
    }

    void paintEdge(const SceneEdge &edge, const QPainterPath &path)
    {
        const QColor color = colorOf(edge);
        QPen pen(color, edge.holds ? 2.4 : 1.6);
        if (isLit(edge) || edge.inCycle)
            pen.setWidthF(pen.widthF() + 0.9);
        pen.setCapStyle(Qt::FlatCap);
        if (!edge.holds && !edge.reported)
            pen.setDashPattern({3.2, 2.4});
        m_painter->setPen(pen);
        m_painter->setBrush(Qt::NoBrush);
        m_painter->drawPath(path);

        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(color);
        const QPointF end = path.pointAtPercent(1);
        const qreal direction = end.x() > path.pointAtPercent(0).x() ? 1 : -1;
        if (edge.holds) { // a clamp: the lock has it
            m_painter->drawRoundedRect(QRectF(end.x() - (direction > 0 ? 5 : 0), end.y() - 6, 5, 12), 1.5, 1.5);
            return;
        }
        m_painter->drawPath(arrowHead(end, end - QPointF(direction * arrowLength, 0), arrowLength));
    }

    /// A wait's place in the queue; in a cycle its number in the order of the cycle.
    void paintLabel(const SceneEdge &edge, const QPainterPath &path)
    {
        if (edge.holds)
            return;
        const bool numbered = edge.order > 0;
        const QString text = numbered ? QString::number(edge.order) : u"#%1"_s.arg(edge.place);
        const QFont font = numbered ? m_bold : m_small;
        const QFontMetricsF metrics(font);
        const qreal height = metrics.height() + 2;
        const qreal width = std::max(height, metrics.horizontalAdvance(text) + 10);
        const QPointF middle = path.pointAtPercent(0.42);
        const QRectF box(middle.x() - width / 2, middle.y() - height / 2, width, height);
        m_painter->setPen(QPen(numbered ? m_theme.wrong.fill : m_theme.border, 1));
        m_painter->setBrush(numbered ? m_theme.wrong.fill : m_theme.panel);
        m_painter->drawRoundedRect(box, height / 2, height / 2);
        m_painter->setPen(numbered ? m_theme.wrong.onFill : m_theme.muted);
        m_painter->setFont(font);
        m_painter->drawText(box, Qt::AlignCenter, text);
    }

    void paintBox(const QRectF &box, qreal radius, const QColor &fill, const QColor &line, bool strong, bool selected)
    {
        if (selected) {
            m_painter->setPen(QPen(m_theme.accent.fill, 2));
            m_painter->setBrush(Qt::NoBrush);
            m_painter->drawRoundedRect(box.adjusted(-4, -4, 4, 4), radius + 4, radius + 4);
        }
        m_painter->setPen(QPen(line, strong ? 2 : 1.4));
        m_painter->setBrush(fill);
        m_painter->drawRoundedRect(box, radius, radius);
    }

    void drawLine(const QRectF &box, const QString &text, const QFont &font, const QColor &color,
                  Qt::TextElideMode elide)
    {
        m_painter->setFont(font);
        m_painter->setPen(color);
        m_painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                            QFontMetricsF(font).elidedText(visible(text), elide, box.width()));
    }

    void paintSession(int index)
    {
        const SceneSession &session = m_scene.sessions[size_t(index)];
        const QRectF box = m_layout.sessions[size_t(index)];
        const bool selected = m_look.selected.session == index;
        const bool hovered = m_look.hovered.session == index;
        const RoleColors &colors = session.inCycle     ? m_theme.wrong
                                   : session.holds > 0 ? m_theme.holding
                                                       : m_theme.waiting;
        const QColor ground = session.holds > 0 ? colors.tint : m_theme.panel;
        paintBox(box, session.holds > 0 ? 5 : box.height() / 2, hovered ? mixed(ground) : ground, colors.fill,
                 session.inCycle || hovered, selected);
        qreal left = box.left() + boxInset;
        const qreal top = box.center().y() - boxGlyphSide / 2;
        const auto glyph = [&](const QString &letter, Fill fill, Role role) {
            paintGlyph(m_painter, QRectF(left, top, boxGlyphSide, boxGlyphSide),
                       letter.isEmpty() ? u'M' : letter.front(), fill, role, m_theme, m_look.font);
            left += boxGlyphSide + 4;
        };
        if (session.holds > 0)
            glyph(session.heldLetter, Fill::Filled, Role::Holding);
        if (session.waits > 0)
            glyph(session.waitLetter, Fill::Outlined, Role::Waiting);
        left += 4;
        const qreal width = box.right() - boxInset - left;
        const QFontMetricsF metrics(m_bold);
        const qreal half = metrics.height();
        drawLine(QRectF(left, box.center().y() - half, width, half), session.label, m_bold,
                 session.inCycle ? m_theme.wrong.text : m_theme.text, Qt::ElideMiddle);
        QStringList facts;
        if (session.holds > 0)
            facts += GraphPainterText::tr("holds %1").arg(session.holds);
        if (session.waits > 0)
            facts += GraphPainterText::tr("waits for %1").arg(session.waits);
        if (!session.standing.isEmpty())
            facts += session.standing;
        drawLine(QRectF(left, box.center().y(), width, half), facts.join(u" · "_s), m_small, m_theme.muted,
                 Qt::ElideRight);
    }

    QColor mixed(const QColor &ground) const { return m_theme.dark ? ground.lighter(118) : ground.darker(103); }

    void paintLock(int index)
    {
        const SceneLock &lock = m_scene.locks[size_t(index)];
        const QRectF box = m_layout.locks[size_t(index)];
        const bool hovered = m_look.hovered.lock == index;
        const QColor line = lock.inCycle ? m_theme.wrong.fill : m_theme.muted;
        paintBox(box, 3, hovered ? m_theme.hover : m_theme.card, line, lock.inCycle || hovered,
                 m_look.selected.lock == index);
        // The bar at the left makes a lock a block, whatever its colour.
        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(line);
        m_painter->drawRect(QRectF(box.left(), box.top() + 2, 4, box.height() - 4));
        const qreal left = box.left() + boxInset + boxGlyphSide + 10;
        paintGlyph(m_painter, QRectF(box.left() + boxInset + 2, box.top() + 10, boxGlyphSide, boxGlyphSide),
                   lock.letter.at(0), lock.holders > 0 ? Fill::Filled : Fill::Outlined,
                   lock.holders == 0       ? Role::Suspended
                   : lock.letter == u"R"_s ? Role::Shared
                                           : Role::Holding,
                   m_theme, m_look.font);
        const QFontMetricsF metrics(m_bold);
        const qreal width = box.right() - boxInset - left;
        const qreal row = metrics.height();
        const QString name = elidedPath(lock.path, QFontMetrics(m_bold), int(width));
        drawLine(QRectF(left, box.top() + 7, width, row), name, m_bold, m_theme.text, Qt::ElideMiddle);
        drawLine(QRectF(left, box.top() + 7 + row, width, row), countsOf(lock), m_small, m_theme.muted, Qt::ElideRight);
        QStringList folded;
        if (lock.hiddenHolders > 0)
            folded += GraphPainterText::tr("+%n more holders", nullptr, int(lock.hiddenHolders));
        if (lock.hiddenWaiters > 0)
            folded += GraphPainterText::tr("+%n more waiters", nullptr, int(lock.hiddenWaiters));
        drawLine(QRectF(left, box.top() + 7 + 2 * row - 1, width, row), folded.join(u" · "_s), m_small,
                 m_theme.waiting.text, Qt::ElideRight);
    }

    QPainter *m_painter;
    const WaitScene &m_scene;
    const GraphLayout &m_layout;
    const Theme &m_theme;
    const GraphLook &m_look;
    QFont m_bold;
    QFont m_small;
};

} // namespace

void paintGraph(QPainter *painter, const WaitScene &scene, const GraphLayout &layout, const Theme &theme,
                const GraphLook &look)
{
    painter->save();
    GraphPainter(painter, scene, layout, theme, look).paint();
    painter->restore();
}

} // namespace lockscope::ui
