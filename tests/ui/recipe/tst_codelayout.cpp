// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "tests/ui/uitest.h"
#include "ui/recipe/codeview.h"

#include <rapidcheck.h>

namespace lockscope::tst_codelayout {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;

namespace {

/// Some recipe's code, in some column.
locks::RecipeCode anyCode()
{
    const auto &catalog = locks::recipeCatalog();
    const locks::RecipeInfo &info = catalog[*rc::gen::inRange<size_t>(0, catalog.size())];
    return locks::recipeCode(info.id, info.dialects.first());
}

QString joined(const CodeBlock &block)
{
    QStringList rows;
    for (const CodeRow &row : block.rows)
        rows += row.text;
    return rows.join(u' ');
}

} // namespace

class TestCodeLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsLostAndNothingOverlaps()
    {
        QVERIFY(rc::check("lines in a column", [] {
            const locks::RecipeCode code = anyCode();
            const CodeMetrics metrics;
            const CodeLayout layout = layoutCode(code, *rc::gen::inRange(40, 700), metrics);
            RC_ASSERT(layout.blocks.size() == code.size());
            qreal bottom = metrics.padding;
            for (size_t i = 0; i < code.size(); ++i) {
                const CodeBlock &block = layout.blocks[i];
                RC_ASSERT(joined(block) == code[i].text.shown());
                RC_ASSERT(block.rect.top() == bottom);
                RC_ASSERT(block.rect.height() == static_cast<qreal>(block.rows.size()) * metrics.rowHeight);
                bottom = block.rect.bottom();
            }
            RC_ASSERT(layout.height == bottom + metrics.padding);
        }));
    }

    void aRowIsNoWiderThanTheColumnUnlessItIsOneWord()
    {
        QVERIFY(rc::check("rows and their room", [] {
            const int width = *rc::gen::inRange(160, 700);
            const CodeMetrics metrics;
            for (const CodeBlock &block : layoutCode(anyCode(), width, metrics).blocks) {
                for (const CodeRow &row : block.rows) {
                    const qreal right = row.left + static_cast<qreal>(row.text.size()) * metrics.charWidth;
                    RC_ASSERT(right <= width || !row.text.contains(u' '));
                }
            }
        }));
    }

    void eachHeightIsOfTheLineThatStandsThere()
    {
        QVERIFY(rc::check("there and back", [] {
            const CodeLayout layout = layoutCode(anyCode(), *rc::gen::inRange(60, 500), CodeMetrics());
            for (size_t i = 0; i < layout.blocks.size(); ++i) {
                const QRectF &rect = layout.blocks[i].rect;
                RC_ASSERT(layout.lineAt(rect.top()) == static_cast<int>(i));
                RC_ASSERT(layout.lineAt(rect.center().y()) == static_cast<int>(i));
            }
            RC_ASSERT(layout.lineAt(-1) == -1);
            RC_ASSERT(layout.lineAt(layout.height) == -1);
        }));
    }

    void aLineThatGoesOnStandsFurtherIn()
    {
        const locks::RecipeCode code{
            {locks::CodeLine::Kind::Usual, 1, Text::verbatim(u"one two three four five six"_s)}};
        const CodeMetrics metrics;
        const CodeLayout layout = layoutCode(code, metrics.gutter + metrics.padding + 12 * metrics.charWidth, metrics);
        const auto &rows = layout.blocks[0].rows;
        QCOMPARE(rows.size(), size_t(4));
        QCOMPARE(rows[0].text, u"one two"_s);
        QCOMPARE(rows[0].left, metrics.gutter + 2 * metrics.charWidth);
        QCOMPARE(rows[1].left, metrics.gutter + 4 * metrics.charWidth);
    }
};

} // namespace lockscope::tst_codelayout

LOCKSCOPE_TEST(lockscope::tst_codelayout::TestCodeLayout)
#include "tst_codelayout.moc"
