// SPDX-License-Identifier: Apache-2.0
// The fields of the Spawn dialog that mean something to the chosen recipe, as a SpawnRequest and back.
// Never judges the values and never starts a client.
#pragma once

#include "core/lab/clientspec.h"

#include <QWidget>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace lockscope::ui {

/// Random faults of the clients to be spawned: one row for each, with its rate per request and how long it lasts.
/// Holds values only; what a fault does is core/lab's matter.
class FaultTable : public QWidget
{
    Q_OBJECT
public:
    static constexpr int mostRows = 4;

    explicit FaultTable(QWidget *parent = nullptr);

    QList<lab::RandomFault> faults() const;
    void setFaults(const QList<lab::RandomFault> &faults);

public Q_SLOTS:
    /// One more row, with the first fault that is not there yet.
    void addRow();

Q_SIGNALS:
    void changed();

private:
    struct Row
    {
        QWidget *widget;
        QComboBox *fault;
        QDoubleSpinBox *rate;
        QDoubleSpinBox *seconds;
        QLabel *atOnce; ///< in place of a duration
    };

    void append(const lab::RandomFault &fault);
    void remove(const QWidget *widget);
    void updateRows();

    QList<Row> m_rows;
    QLabel *m_none;
    QPushButton *m_add;
    QBoxLayout *m_column;
};

class SpawnFields : public QWidget
{
    Q_OBJECT
public:
    explicit SpawnFields(QWidget *parent = nullptr);

    /// Shows what this recipe can be asked, and hides the rest; what was typed into it is kept.
    void setRecipe(locks::RecipeId recipe);
    void setRequest(const lab::SpawnRequest &request);
    /// All but the faults and the seed. What the recipe has no use for is left as SpawnRequest has it.
    lab::SpawnRequest request() const;
    void focusCount();

Q_SIGNALS:
    void changed();

private:
    void build();
    void addRow(const QString &label, std::initializer_list<QWidget *> widgets);
    void connectAll();
    void onChanged();
    void suggestPaths();
    void offerDialects();

    locks::RecipeId m_recipe = locks::RecipeId::Mutex;
    QFormLayout *m_form;
    QLineEdit *m_lock;
    QPlainTextEdit *m_paths;
    QCheckBox *m_sorted;
    QSpinBox *m_count;
    QLineEdit *m_prefix;
    QSpinBox *m_writers;
    QSpinBox *m_leases;
    QSpinBox *m_entries;
    QSpinBox *m_threads;
    QSpinBox *m_pool;
    QComboBox *m_dialect;
    QComboBox *m_hold;
    QDoubleSpinBox *m_holdMin;
    QLabel *m_holdTo;
    QDoubleSpinBox *m_holdMax;
    QCheckBox *m_givesUp;
    QDoubleSpinBox *m_timeout;
    QDoubleSpinBox *m_session;
    QLabel *m_sessionLabel;
    QSpinBox *m_rounds;
    QCheckBox *m_atOnce;
    locks::Dialect m_wantedDialect = locks::Dialect::Docs; ///< chosen by hand: comes back with a recipe that has it
};

} // namespace lockscope::ui
