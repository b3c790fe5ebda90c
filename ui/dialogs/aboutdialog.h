// SPDX-License-Identifier: Apache-2.0
// What this program is, which version, and under which licence.
#pragma once

#include <QDialog>

namespace lockscope::ui {

class AboutDialog : public QDialog
{
    Q_OBJECT
public:
    explicit AboutDialog(QWidget *parent = nullptr);
};

} // namespace lockscope::ui
