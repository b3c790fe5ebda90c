// SPDX-License-Identifier: Apache-2.0
// A dialog that asks for values: says in place what is wrong with them, and stays open until what it asked for was
// done. Never opens another dialog over itself.
#pragma once

#include "ui/theme/widgets.h"

#include <QDialog>

class QBoxLayout;
class QFormLayout;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

/// One line in the colour of what is wrong, with its mark; takes its room even while there is nothing to say.
class ProblemLine : public QWidget
{
    Q_OBJECT
public:
    explicit ProblemLine(QWidget *parent = nullptr);

    void setText(const QString &text);
    QString text() const { return m_text; }
    QSize sizeHint() const override { return {240, fontMetrics().height() + 4}; }
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *) override;

private:
    QString m_text;
};

class FormDialog : public QDialog
{
    Q_OBJECT
public:
    FormDialog(const QString &title, const QString &subtitle, const QString &okText, QWidget *parent = nullptr);

    /// What was asked for is under way: the fields are locked, Cancel still works.
    void setBusy(const QString &sentence);
    /// It was not done: the fields can be changed and it can be tried again.
    void setFailed(const QString &title, const QString &text);
    /// It was done, and the dialog stays: what came of it.
    void setDone(Banner::Severity severity, const QString &title, const QString &text);
    bool isBusy() const { return m_busy; }

    QString problem() const;
    QPushButton *okButton() const { return m_ok; }
    Banner *banner() const { return m_banner; }

Q_SIGNALS:
    /// OK was pressed and nothing is wrong with the values.
    void submitted();

protected:
    QFormLayout *form() const { return m_form; }
    /// Between the form and the buttons.
    QBoxLayout *extra() const { return m_extra; }
    /// Checks again; called whenever a value changed.
    void validate();
    /// What is wrong with the values, as a sentence; empty if nothing is.
    virtual QString findProblem() const = 0;
    void showEvent(QShowEvent *event) override;

private:
    void submit();

    QWidget *m_fields;
    QFormLayout *m_form;
    QBoxLayout *m_extra;
    ProblemLine *m_problem;
    Banner *m_banner;
    QProgressBar *m_progress;
    QPushButton *m_ok = nullptr;
    bool m_busy = false;
};

/// Asks for a name that must be typed before something is done. Does nothing itself: submitted().
class ConfirmDialog : public FormDialog
{
    Q_OBJECT
public:
    /// \a name: what is to be typed.
    ConfirmDialog(const QString &title, const QString &subtitle, const QString &okText, const QString &name,
                  QWidget *parent = nullptr);

    QString typed() const;

protected:
    QString findProblem() const override;

private:
    QString m_name;
    QLineEdit *m_typed;
};

} // namespace lockscope::ui
