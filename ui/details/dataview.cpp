// SPDX-License-Identifier: Apache-2.0
#include "ui/details/dataview.h"

#include "ui/models/text.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QJsonDocument>
#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>

namespace lockscope::ui {

namespace {

QJsonDocument asJson(const QByteArray &data)
{
    // Parsing much data would hold the window up; shown it is as text then.
    return data.size() <= DataView::mostShown ? QJsonDocument::fromJson(data) : QJsonDocument();
}

} // namespace

DataView::DataView(QWidget *parent)
    : QWidget(parent)
    , m_note(makeLabel({}, Tone::Small, this, Wraps))
    , m_text(new QPlainTextEdit(this))
    , m_forms(new QButtonGroup(this))
{
    m_text->setReadOnly(true);
    m_text->setFont(monoFont(bodyFont()));
    m_text->setAccessibleName(tr("Data of the node"));
    m_text->setTabChangesFocus(true);

    auto *row = makeRow(2, {});
    const std::pair<Form, QString> forms[] = {
        {Form::Text, tr("Text")}, {Form::Json, tr("JSON")}, {Form::Hex, tr("Hex")}};
    for (const auto &[form, name] : forms) {
        auto *button = new QToolButton(this);
        button->setText(name);
        button->setCheckable(true);
        m_forms->addButton(button, int(form));
        row->addWidget(button);
    }
    row->addStretch(1);
    connect(m_forms, &QButtonGroup::idClicked, this, [this](int id) { setForm(Form(id)); });

    auto *frame = new QWidget(this);
    makeCard(frame);
    makeColumn(frame, {4, 4, 4, 4}, -1, {m_text});
    makeColumn(this, {}, 6, {row, {frame, 1}, m_note});
}

void DataView::setData(const QByteArray &bytes)
{
    if (bytes == m_data && !m_note->text().isEmpty())
        return; // keeps the form chosen by hand, the selection and the scroll position
    m_data = bytes;
    const bool text = locks::asText(bytes.left(mostShown), bytes.size() > mostShown).has_value();
    const QJsonDocument json = text ? asJson(bytes) : QJsonDocument();
    m_forms->button(int(Form::Text))->setEnabled(text);
    m_forms->button(int(Form::Json))->setEnabled(!json.isNull());
    m_forms->button(int(Form::Hex))->setEnabled(true);
    setForm(!text ? Form::Hex : !json.isNull() ? Form::Json : Form::Text);
}

void DataView::setUnreadable(const QString &why)
{
    m_data.clear();
    for (QAbstractButton *button : m_forms->buttons())
        button->setEnabled(false);
    m_text->clear();
    m_note->setText(why);
}

void DataView::setForm(Form form)
{
    m_form = form;
    m_forms->button(int(form))->setChecked(true);
    render();
}

void DataView::render()
{
    qsizetype shown = m_data.size();
    switch (m_form) {
    case Form::Text:
        shown = std::min(shown, mostShown);
        m_text->setPlainText(locks::asText(m_data.left(shown), shown < m_data.size()).value_or(QString()));
        break;
    case Form::Json: m_text->setPlainText(QString::fromUtf8(asJson(m_data).toJson(QJsonDocument::Indented))); break;
    case Form::Hex:
        shown = std::min(shown, mostShown / 4);
        m_text->setPlainText(hexDump(m_data, shown));
        break;
    }
    m_text->setLineWrapMode(m_form == Form::Text ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    if (m_data.isEmpty())
        m_note->setText(tr("The node has no data."));
    else if (shown < m_data.size())
        m_note->setText(tr("The first %1 of %2 are shown.").arg(formatBytes(shown), formatBytes(m_data.size())));
    else
        m_note->setText(formatBytes(m_data.size()));
}

QString DataView::shownText() const
{
    return m_text->toPlainText();
}

QString DataView::note() const
{
    return m_note->text();
}

} // namespace lockscope::ui

#include "moc_dataview.cpp"
