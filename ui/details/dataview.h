// SPDX-License-Identifier: Apache-2.0
// A node's data as text, JSON or hex, whichever fits, or as chosen by hand.
// Never shows more than a part of much data, and says so: a megabyte must not stop the window.
#pragma once

#include <QByteArray>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QButtonGroup;

namespace lockscope::ui {

class DataView : public QWidget
{
    Q_OBJECT
public:
    enum class Form { Text, Json, Hex };
    static constexpr qsizetype mostShown = 64 * 1024;

    explicit DataView(QWidget *parent = nullptr);

    /// Chooses the form by itself: JSON if it is an object or array, text if it is text, else hex.
    void setData(const QByteArray &bytes);
    void setUnreadable(const QString &why);
    Form form() const { return m_form; }
    QString shownText() const;
    QString note() const;

private:
    void setForm(Form form);
    void render();

    QByteArray m_data;
    Form m_form = Form::Text;
    QLabel *m_note;
    QPlainTextEdit *m_text;
    QButtonGroup *m_forms;
};

} // namespace lockscope::ui
