// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picturedialog.h"

#include "ui/theme/building.h"
#include "ui/theme/widgets.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr QSize previewSize{520, 380};

/// Small squares, as everybody shows that there is no ground.
void paintNoGround(QPainter &painter, const QRectF &area, const Theme &theme)
{
    constexpr int side = 8;
    painter.fillRect(area, theme.panel);
    for (int y = 0; y < area.height(); y += side) {
        for (int x = (y / side % 2) * side; x < area.width(); x += 2 * side)
            painter.fillRect(QRectF(area.x() + x, area.y() + y, side, side) & area, theme.raised);
    }
}

} // namespace

PictureDialog::PictureDialog(Picture picture, QWidget *parent)
    : QDialog(parent)
    , m_picture(std::move(picture))
    , m_preview(new QLabel(this))
    , m_width(new QSpinBox(this))
    , m_height(new QSpinBox(this))
    , m_keepShape(new QCheckBox(tr("Keep the shape"), this))
    , m_scale(new QComboBox(this))
    , m_theme(new QComboBox(this))
    , m_transparent(new QCheckBox(tr("No background"), this))
    , m_pixels(makeLabel({}, Tone::Small, this))
    , m_failed(new Banner(this))
{
    setWindowTitle(tr("Export picture"));
    auto *title = makeLabel(m_picture.title, Tone::Heading, this);
    m_preview->setFixedSize(previewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAccessibleName(tr("Preview"));
    auto *row = makeRow(20, {m_preview, {buildFields(), 1}});
    makeColumn(this, {24, 20, 24, 20}, 12, {title, m_failed, row, buildButtons()});
    setLook(defaultLook(m_picture, palette()));
}

QWidget *PictureDialog::buildFields()
{
    auto *fields = new QWidget(this);
    auto *form = new QFormLayout(fields);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(10);
    for (QSpinBox *box : {m_width, m_height}) {
        box->setRange(64, mostPictureSide);
        box->setSuffix(tr(" px"));
        box->setKeyboardTracking(false);
    }
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Height"), m_height);
    m_keepShape->setChecked(true);
    m_keepShape->setToolTip(tr("A new width brings a new height, and the other way round"));
    form->addRow(QString(), m_keepShape);
    for (const int scale : {1, 2, 3, 4})
        m_scale->addItem(tr("%1 ×").arg(scale), double(scale));
    m_scale->setToolTip(tr("Pixels of a PNG for each pixel of the size; an SVG needs none"));
    form->addRow(tr("&Pixels"), m_scale);
    form->addRow(QString(), m_pixels);
    m_theme->addItem(tr("Light"), false);
    m_theme->addItem(tr("Dark"), true);
    form->addRow(tr("&Colours"), m_theme);
    form->addRow(QString(), m_transparent);

    connect(m_width, &QSpinBox::valueChanged, this, [this] { onSizeChanged(true); });
    connect(m_height, &QSpinBox::valueChanged, this, [this] { onSizeChanged(false); });
    for (QComboBox *box : {m_scale, m_theme})
        connect(box, &QComboBox::currentIndexChanged, this, &PictureDialog::refresh);
    connect(m_transparent, &QCheckBox::toggled, this, &PictureDialog::refresh);
    return fields;
}

QLayout *PictureDialog::buildButtons()
{
    const auto button = [&](const QString &text, ButtonKind kind, auto slot) {
        auto *made = new QPushButton(text, this);
        setButtonKind(made, kind);
        connect(made, &QPushButton::clicked, this, slot);
        return made;
    };
    auto *close = button(tr("Close"), ButtonKind::Secondary, &QDialog::reject);
    auto *copy = button(tr("Copy"), ButtonKind::Secondary, &PictureDialog::copy);
    copy->setToolTip(tr("Copy it as pixels"));
    auto *png = button(tr("Save PNG…"), ButtonKind::Secondary, [this] { chooseFile(PictureFormat::Png); });
    auto *svg = button(tr("Save SVG…"), ButtonKind::Primary, [this] { chooseFile(PictureFormat::Svg); });
    svg->setDefault(true);
    return makeRow(-1, {Part::stretch(), close, copy, png, svg});
}

PictureLook PictureDialog::look() const
{
    return {{m_width->value(), m_height->value()},
            m_scale->currentData().toDouble(),
            m_theme->currentData().toBool(),
            m_transparent->isChecked()};
}

void PictureDialog::setLook(const PictureLook &look)
{
    {
        const QSignalBlocker width(m_width);
        const QSignalBlocker height(m_height);
        m_width->setValue(look.size.width());
        m_height->setValue(look.size.height());
    }
    m_scale->setCurrentIndex(std::max(m_scale->findData(look.scale), 0));
    m_theme->setCurrentIndex(look.dark ? 1 : 0);
    m_transparent->setChecked(look.transparent);
    refresh();
}

void PictureDialog::onSizeChanged(bool widthChanged)
{
    if (m_keepShape->isChecked() && !m_picture.size.isEmpty()) {
        QSpinBox *follows = widthChanged ? m_height : m_width;
        const double shape = m_picture.size.width() / m_picture.size.height();
        const QSignalBlocker blocker(follows);
        follows->setValue(qRound(widthChanged ? m_width->value() / shape : m_height->value() * shape));
    }
    refresh();
}

/// The picture itself, painted at its own size and shrunk: what is cut off or too small there is so here.
void PictureDialog::refresh()
{
    const PictureLook look = this->look();
    const QSize pixels = (QSizeF(look.size) * look.scale).toSize();
    m_pixels->setText(tr("PNG: %1 × %2 pixels").arg(pixels.width()).arg(pixels.height()));
    const double ratio = devicePixelRatioF();
    QImage shown((QSizeF(previewSize) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    shown.setDevicePixelRatio(ratio);
    shown.fill(Qt::transparent);
    QPainter painter(&shown);
    const QTransform place = fitted(QSizeF(look.size), QSizeF(previewSize));
    const QRectF area = place.mapRect(QRectF(QPointF(), QSizeF(look.size)));
    const Theme &theme = themeFor(look.dark ? darkPalette() : lightPalette());
    if (look.transparent)
        paintNoGround(painter, area, theme);
    else
        painter.fillRect(area, theme.panel);
    painter.setClipRect(area);
    painter.setTransform(place, true);
    m_picture.paint(&painter, QSizeF(look.size), theme);
    painter.resetTransform();
    painter.setClipping(false);
    painter.setPen(themeFor(palette()).border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(0, 0, -1, -1));
    painter.end();
    m_preview->setPixmap(QPixmap::fromImage(shown));
}

QString PictureDialog::saveAs(const QString &fileName)
{
    const auto saved = savePicture(m_picture, look(), fileName);
    if (saved)
        return {};
    const QString why = saved.error().sentence().shown();
    m_failed->show(Banner::Severity::Error, tr("The picture was not saved."), why);
    return why;
}

void PictureDialog::chooseFile(PictureFormat format)
{
    const bool png = format == PictureFormat::Png;
    const QString ending = png ? u".png"_s : u".svg"_s;
    QString file = QFileDialog::getSaveFileName(this, tr("Save picture"), m_picture.fileName + ending,
                                                png ? tr("PNG (*.png)") : tr("SVG (*.svg)"));
    if (file.isEmpty())
        return;
    if (!file.endsWith(ending, Qt::CaseInsensitive))
        file += ending;
    if (saveAs(file).isEmpty())
        accept();
}

void PictureDialog::copy()
{
    const QImage image = toImage(m_picture, look());
    if (image.isNull())
        m_failed->show(Banner::Severity::Error, tr("The picture was not copied."),
                       tr("It is too large: choose fewer pixels."));
    else
        QGuiApplication::clipboard()->setImage(image);
}

void askForPicture(Picture picture, QWidget *parent)
{
    auto *dialog = new PictureDialog(std::move(picture), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace lockscope::ui

#include "moc_picturedialog.cpp"
