// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/formdialog.h"

#include "ui/theme/building.h"

#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>

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
    , m_fields(new QWidget(this))
    , m_form(makeForm(m_fields, {}, 9))
    , m_extra(new QVBoxLayout)
    , m_problem(new ProblemLine(this))
    , m_banner(new Banner(this))
    , m_progress(new QProgressBar(this))
{
    setWindowTitle(title);
    auto *cancel = new QPushButton(tr("Cancel"), this); // Tab comes to it first
    m_ok = new QPushButton(okText, this);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->hide();
    m_ok->setObjectName(u"okButton"_s);
    m_ok->setDefault(true);
    setButtonKind(m_ok, ButtonKind::Primary);

    QScrollArea *fields = givingWay(m_fields, title, this);
    fields->setFocusPolicy(Qt::NoFocus); // it follows the fields' own focus
    makeColumn(this, {24, 20, 24, 20}, 12,
               {makeLabel(title, Tone::Title, this),
                makeLabel(subtitle, Tone::Muted, this, Wraps),
                {fields, 1},
                m_extra,
                m_banner,
                makeRow(10, {{m_progress, 1}, {m_problem, 1, Qt::AlignVCenter}, cancel, m_ok})});
    connect(m_ok, &QPushButton::clicked, this, &FormDialog::submit);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
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
        fitHeight(this);
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
    fitHeight(this);
}

void FormDialog::setFailed(const QString &title, const QString &text)
{
    setDone(Banner::Severity::Error, title, text);
}

void FormDialog::setDone(Banner::Severity severity, const QString &title, const QString &text)
{
    m_busy = false;
    m_fields->setEnabled(true);
    m_progress->hide();
    validate();
    m_banner->show(severity, title, text);
    fitHeight(this);
}

void FormDialog::showEvent(QShowEvent *event)
{
    fitHeight(this);
    QDialog::showEvent(event);
}

// ---- ConfirmDialog ----

ConfirmDialog::ConfirmDialog(const QString &title, const QString &subtitle, const QString &okText, const QString &name,
                             QWidget *parent)
    : FormDialog(title, subtitle, okText, parent)
    , m_name(name)
    , m_typed(new QLineEdit(this))
{
    m_typed->setObjectName(u"confirmation"_s);
    form()->addRow(tr("&Name"), m_typed);
    connect(m_typed, &QLineEdit::textChanged, this, &ConfirmDialog::validate);
    connect(this, &FormDialog::submitted, this, &QDialog::accept);
    validate();
}

QString ConfirmDialog::typed() const
{
    return m_typed->text().trimmed();
}

QString ConfirmDialog::findProblem() const
{
    return typed() == m_name ? QString() : tr("Type the lock’s name to confirm: %1").arg(m_name);
}

} // namespace lockscope::ui

#include "moc_formdialog.cpp"
