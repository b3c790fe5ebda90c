// SPDX-License-Identifier: Apache-2.0
// lockscope-bench-empty: a window with nothing in it, which says when it was first painted. What a start costs anyone.
#include <QApplication>
#include <QWidget>

#include <cstdio>

namespace {

class EmptyWindow : public QWidget
{
protected:
    void paintEvent(QPaintEvent *) override
    {
        std::fputs("first frame\n", stderr);
        QCoreApplication::exit(0);
    }
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    EmptyWindow window;
    window.resize(1440, 900);
    window.show();
    return QApplication::exec();
}
