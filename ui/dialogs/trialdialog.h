// SPDX-License-Identifier: Apache-2.0
// Asks which program's clients are to be tried, on which lock, and what is to be done to them. Says beside each field
// what is wrong with it. Never starts one: submitted() hands the values on.
#pragma once

#include "core/trial/trialspec.h"
#include "ui/dialogs/formdialog.h"

#include <QHash>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace lockscope::ui {

class TrialDialog : public FormDialog
{
    Q_OBJECT
public:
    /// \a values: those used last. \a place: where it runs, as a title.
    TrialDialog(const trial::TrialSpec &values, const QString &place, QWidget *parent = nullptr);

    /// It does not run on what is open, or nothing is: \a why, and that a sandbox is started for it.
    void setSandboxStarts(const QString &why);

    /// With a fresh seed where none was typed. Of values that are not as they should be the usual ones.
    trial::TrialSpec spec() const;
    /// What is wrong with the value of the field of this name; empty if nothing is.
    QString problemAt(const QString &field) const;

protected:
    QString findProblem() const override;

private:
    void build();
    void setValues(const trial::TrialSpec &values);
    /// The field, its button if it has one, and below it what is wrong with it.
    QLayout *withProblem(QWidget *field, QWidget *beside = nullptr);
    void check();
    QString commandProblem() const;
    QString lockProblem() const;
    QString faultsProblem() const;
    QString seedProblem() const;
    QString limitProblem() const;
    QStringList faults() const;
    void chooseProgram();
    QWidget *makeFaultMenu();

    QLabel *m_place;
    QLineEdit *m_command;
    QLineEdit *m_lock;
    QSpinBox *m_clients;
    QSpinBox *m_rounds;
    QComboBox *m_recipe;
    QLabel *m_leasesLabel;
    QSpinBox *m_leases;
    QPlainTextEdit *m_faults;
    QLineEdit *m_seed;
    QLineEdit *m_limit;
    QCheckBox *m_byHand;
    QHash<QString, ProblemLine *> m_problems; ///< by the field's name
};

} // namespace lockscope::ui
