// SPDX-License-Identifier: Apache-2.0
// For programs of ours whose windows nobody sees: benchmarks, chaos, the soak.
#pragma once

#include <QString>
#include <QtGlobal>

#include <cstdio>

namespace lockscope::test {

/// Call before the application is made. Windows have no screen, unless a platform was chosen; what Qt's offscreen
/// platform says of each window that has a least size is not printed, all else is, to standard error.
inline void showToNobody()
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &message) {
        if (!message.contains(QLatin1String("propagateSizeHints")))
            std::fprintf(stderr, "%s\n", qPrintable(message));
    });
}

} // namespace lockscope::test
