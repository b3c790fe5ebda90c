// SPDX-License-Identifier: Apache-2.0
// Small widgets that every panel needs: pills, status dots, glyphs, inline banners and empty states.
// They show what they are given and emit what was clicked; they never know a model.
#pragma once

#include "ui/theme/icon.h"
#include "ui/theme/painting.h"

#include <QLabel>
#include <QList>
#include <QString>
#include <QWidget>

#include <optional>

class QGridLayout;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

/// A short word on a rounded ground: "mutex", "1 holder", "6 waiting". Filled in its role's colour; Neutral is quiet.
class Pill : public QWidget
{
    Q_OBJECT
public:
    explicit Pill(QWidget *parent = nullptr);
    explicit Pill(const QString &text, Role role = Role::Neutral, QWidget *parent = nullptr);

    void setText(const QString &text);
    QString text() const { return m_text; }
    void setRole(Role role);
    /// A ground of the caller's own instead of a role's: the colour of a connection profile.
    void setColor(const QColor &color);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override;
    void changeEvent(QEvent *event) override;

private:
    QFont pillFont() const;

    QString m_text;
    Role m_role = Role::Neutral;
    std::optional<QColor> m_color;
};

/// One line that gives way where there is little room, with an ellipsis then. Asks for all of it.
class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(Tone tone, QWidget *parent = nullptr, bool selectable = false);

    /// By default at its end.
    void setElideMode(Qt::TextElideMode mode) { m_mode = mode; }
    /// Shows nothing rather than less than a third of the text.
    void setHint() { m_isHint = true; }

    void setWhole(const QString &text);
    const QString &whole() const { return m_whole; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    int wholeWidth() const;
    void fit();

    QString m_whole;
    Qt::TextElideMode m_mode = Qt::ElideRight;
    bool m_isHint = false;
};

/// A dot that says live, waiting or wrong, beside the text that says it too.
class StatusDot : public QWidget
{
    Q_OBJECT
public:
    explicit StatusDot(QWidget *parent = nullptr);

    void setState(Role role, Fill fill = Fill::Filled);
    QSize sizeHint() const override { return {14, 14}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override;

private:
    Role m_role = Role::Neutral;
    Fill m_fill = Fill::Outlined;
};

/// A sentence that stays in its place until the reason for it is gone: never closes itself.
class Banner : public QWidget
{
    Q_OBJECT
public:
    enum class Severity { Note, Warning, Error };

    explicit Banner(QWidget *parent = nullptr);

    /// The title says what is so, the text (may be empty) what to do. Shows the banner.
    void show(Severity severity, const QString &title, const QString &text = {});
    /// The title alone is shown, as for a back row.
    void setBrief(bool brief);
    /// A link at the right; an empty label takes it away.
    void setAction(const QString &label);
    QString title() const;
    QString text() const;

Q_SIGNALS:
    void actionTriggered();

protected:
    void paintEvent(QPaintEvent *) override;

private:
    Severity m_severity = Severity::Note;
    bool m_isBrief = false;
    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_action;
};

/// Fills a panel that has nothing to show: says what would fill it.
class EmptyState : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(QWidget *parent = nullptr);

    void set(IconId icon, const QString &title, const QString &sentence, const QString &button = {});
    /// Below the sentence: 0 … 1, below 0 for "busy", nothing for none.
    void setProgress(std::optional<double> fraction);
    QString title() const;
    QString sentence() const;
    /// It fills what there is: no panel is kept high by having nothing to show.
    QSize minimumSizeHint() const override { return {120, 60}; }
    QSize sizeHint() const override { return {260, 170}; }
    bool hasHeightForWidth() const override { return false; }

Q_SIGNALS:
    void buttonClicked();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateIcon();
    void giveWay();

    IconId m_icon = IconId::Info;
    QLabel *m_picture;
    QLabel *m_title;
    QLabel *m_sentence;
    QPushButton *m_button;
    QProgressBar *m_progress;
};

/// Keys and values in two columns: the key muted, the value selectable and, but for sentences, in a fixed-width font.
/// Keeps its labels while keys stay the same, so that a value can be updated each second without flicker.
struct Fact
{
    QString key;
    QString value;
    QString toolTip;
    bool isSentence = false; ///< in the font of text, on as many lines as it needs

    bool operator==(const Fact &) const = default;
};

class FactsGrid : public QWidget
{
    Q_OBJECT
public:
    explicit FactsGrid(QWidget *parent = nullptr);

    void setFacts(const QList<Fact> &facts);
    QString value(const QString &key) const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void elide();

    QGridLayout *m_grid;
    QList<Fact> m_facts;
    QList<QLabel *> m_keys;
    QList<QLabel *> m_values;
};

} // namespace lockscope::ui
