// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/formdialog.h"

#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

// ---- ProblemLine ----

ProblemLine::ProblemLine(QWidget *parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ProblemLine::setText(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize ProblemLine::sizeHint() const
{
    return {240, fontMetrics().height() + 4};
}

int ProblemLine::heightForWidth(int width) const
{
    if (m_text.isEmpty())
        return sizeHint().height();
    const QRect box = fontMetrics().boundingRect(QRect(0, 0, std::max(40, width - 24), 1000), Qt::TextWordWrap, m_text);
    return std::max(sizeHint().height(), box.height() + 4);
}

void ProblemLine::paintEvent(QPaintEvent *)
{
    if (m_text.isEmpty())
        return;
    QPainter painter(this);
    const Theme &theme = themeFor(palette());
    const int side = fontMetrics().height() - 1;
    paintBadge(&painter, QRectF(0, 2, side, side), false, Role::Wrong, theme, font());
    painter.setPen(theme.wrong.text);
    painter.drawText(rect().adjusted(24, 2, 0, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_text);
}

// ---- FormDialog ----

FormDialog::FormDialog(const QString &title, const QString &subtitle, const QString &okText, QWidget *parent)
    : QDialog(parent)
    , m_title(new QLabel(title, this))
    , m_fields(new QWidget(this))
    , m_form(new QFormLayout(m_fields))
    , m_extra(new QVBoxLayout)
    , m_problem(new ProblemLine(this))
    , m_banner(new Banner(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_ok(new QPushButton(okText, this))
{
    setWindowTitle(title);
    setTone(m_title, Tone::Title);
    auto *lead = new QLabel(subtitle, this);
    setTone(lead, Tone::Muted);
    lead->setWordWrap(true);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(14);
    m_form->setVerticalSpacing(9);
    m_form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->hide();
    m_ok->setObjectName(u"okButton"_s);
    m_ok->setDefault(true);
    setButtonKind(m_ok, ButtonKind::Primary);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addWidget(m_progress, 1);
    buttons->addWidget(m_problem, 1, Qt::AlignVCenter);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_ok);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(12);
    column->addWidget(m_title);
    column->addWidget(lead);
    column->addWidget(m_fields);
    column->addLayout(m_extra);
    column->addWidget(m_banner);
    column->addStretch(1);
    column->addLayout(buttons);
    connect(m_ok, &QPushButton::clicked, this, &FormDialog::submit);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
}

QString FormDialog::problem() const
{
    return m_problem->text();
}

void FormDialog::validate()
{
    m_problem->setText(findProblem());
    m_ok->setEnabled(!m_busy && m_problem->text().isEmpty());
    if (!m_busy)
        m_banner->hide(); // it spoke of the values before
    if (isVisible())
        fitHeight();
}

void FormDialog::submit()
{
    validate();
    if (m_ok->isEnabled())
        Q_EMIT submitted();
}

void FormDialog::setBusy(const QString &sentence)
{
    m_busy = true;
    m_fields->setEnabled(false);
    m_ok->setEnabled(false);
    m_progress->show();
    m_banner->show(Banner::Severity::Note, sentence);
    fitHeight();
}

void FormDialog::setIdle()
{
    m_busy = false;
    m_fields->setEnabled(true);
    m_progress->hide();
}

void FormDialog::setFailed(const QString &title, const QString &text)
{
    setIdle();
    validate();
    m_banner->show(Banner::Severity::Error, title, text);
    fitHeight();
}

void FormDialog::setDone(Banner::Severity severity, const QString &title, const QString &text)
{
    setIdle();
    validate();
    m_banner->show(severity, title, text);
    fitHeight();
}

void FormDialog::fitHeight()
{
    layout()->activate();
    const int least = layout()->totalHeightForWidth(std::max(width(), minimumWidth()));
    setMinimumHeight(least); // nothing that it says is cut off
    resize(width(), least);
}

void FormDialog::showEvent(QShowEvent *event)
{
    fitHeight();
    QDialog::showEvent(event);
}

} // namespace lockscope::ui
