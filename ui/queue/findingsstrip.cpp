// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/findingsstrip.h"

#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QLabel>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Finding;

namespace {

constexpr qsizetype mostBanners = 1; ///< the gravest; the Findings panel has all

Banner::Severity bannerSeverity(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::Note: return Banner::Severity::Note;
    case Finding::Severity::Warning: return Banner::Severity::Warning;
    case Finding::Severity::Error: return Banner::Severity::Error;
    }
    return Banner::Severity::Note;
}

} // namespace

FindingsStrip::FindingsStrip(QWidget *parent)
    : QWidget(parent)
    , m_more(new QLabel(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (qsizetype i = 0; i < mostBanners; ++i) {
        auto *banner = new Banner(this);
        connect(banner, &Banner::actionTriggered, this, [this, i] {
            if (i < m_shown.size())
                Q_EMIT showRequested(m_shown[i].nodes);
        });
        m_banners.append(banner);
        column->addWidget(banner);
    }
    setTone(m_more, Tone::Small);
    m_more->hide();
    column->addWidget(m_more);
    hide();
}

void FindingsStrip::setFindings(const QList<Finding> &findings)
{
    m_shown = findings;
    setVisible(!findings.isEmpty());
    for (qsizetype i = 0; i < m_banners.size(); ++i) {
        Banner *banner = m_banners[i];
        if (i >= findings.size()) {
            banner->hide();
            continue;
        }
        const Finding &finding = findings[i];
        QStringList names;
        for (const QString &node : finding.nodes.mid(0, 3))
            names += shortNodeName(lastName(node));
        QString which = names.join(u", "_s);
        if (finding.nodes.size() > 3)
            which += tr(" and %1 more").arg(finding.nodes.size() - 3);
        if (banner->isHidden() || banner->title() != finding.text || banner->text() != which)
            banner->show(bannerSeverity(finding.severity), finding.text, which);
        banner->setAction(finding.nodes.isEmpty() ? QString() : tr("Show me"));
    }
    const qsizetype more = findings.size() - m_banners.size();
    m_more->setVisible(more > 0);
    m_more->setText(more == 1 ? tr("1 more finding") : tr("%1 more findings").arg(more));
}

} // namespace lockscope::ui
