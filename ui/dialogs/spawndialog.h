// SPDX-License-Identifier: Apache-2.0
// Asks for simulated clients: recipe, number, lock, names, hold time; shows the node names that will be made.
// Never starts them itself: submitted() hands the request on, the answer comes back by setFailed() or accept().
#pragma once

#include "core/lab/clientspec.h"
#include "ui/dialogs/formdialog.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace lockscope::ui {

class SpawnDialog : public FormDialog
{
    Q_OBJECT
public:
    /// \a values: those used last. \a lock: the one selected; empty for the demo lock.
    SpawnDialog(const lab::SpawnRequest &values, const QString &lock, QWidget *parent = nullptr);

    static QString demoLock();

    lab::SpawnRequest request() const;
    void setRequest(const lab::SpawnRequest &request);
    QString preview() const;

protected:
    QString findProblem() const override;

private:
    void build();
    void update();
    void updatePreview();

    QComboBox *m_recipe;
    QSpinBox *m_count;
    QLineEdit *m_lock;
    QComboBox *m_dialect;
    QSpinBox *m_writers;
    QComboBox *m_hold;
    QDoubleSpinBox *m_holdMin;
    QLabel *m_holdTo;
    QDoubleSpinBox *m_holdMax;
    QCheckBox *m_givesUp;
    QDoubleSpinBox *m_timeout;
    QSpinBox *m_rounds;
    QCheckBox *m_atOnce;
    QLineEdit *m_prefix;
    QLabel *m_preview;
    QLabel *m_previewTitle;
    QString m_token; ///< one example for as long as the dialect stays
    std::optional<locks::Dialect> m_tokenOf;
};

} // namespace lockscope::ui
