// SPDX-License-Identifier: Apache-2.0
// Asks how a picture is to look, shows it as it will be, and saves or copies it.
// Shows one picture as it was when the dialog was opened: what changes meanwhile does not move it.
#pragma once

#include "ui/export/picture.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace lockscope::ui {

class Banner;

class PictureDialog : public QDialog
{
    Q_OBJECT
public:
    explicit PictureDialog(Picture picture, QWidget *parent = nullptr);

    PictureLook look() const;
    void setLook(const PictureLook &look);
    /// Empty: written; else why not. The dialog says it too.
    QString saveAs(const QString &fileName);

private:
    QWidget *buildFields();
    QLayout *buildButtons();
    void onSizeChanged(bool widthChanged);
    void refresh();
    void chooseFile(PictureFormat format);
    void copy();

    Picture m_picture;
    QLabel *m_preview;
    QSpinBox *m_width;
    QSpinBox *m_height;
    QCheckBox *m_keepShape;
    QComboBox *m_scale;
    QComboBox *m_theme;
    QCheckBox *m_transparent;
    QLabel *m_pixels;
    Banner *m_failed;
};

/// Opens it; it deletes itself when it is closed.
void askForPicture(Picture picture, QWidget *parent);

} // namespace lockscope::ui
