// SPDX-License-Identifier: Apache-2.0
#include "tests/support/filefaults.h"

#include <QFile>

#include <atomic>

namespace lockscope::test {

using namespace Qt::StringLiterals;

namespace {

uint64_t load(uint64_t &number)
{
    return std::atomic_ref(number).load();
}

void store(uint64_t &number, uint64_t value)
{
    std::atomic_ref(number).store(value);
}

} // namespace

FileFaults::FileFaults()
{
    if (!m_file.open() || !m_file.resize(sizeof(FaultyFiles)))
        qFatal("no room for the table of file faults: %s", qPrintable(m_file.errorString()));
    m_table = reinterpret_cast<FaultyFiles *>(m_file.map(0, sizeof(FaultyFiles)));
    if (!m_table)
        qFatal("the table of file faults cannot be mapped: %s", qPrintable(m_file.errorString()));
}

FileFaults::~FileFaults()
{
    faultyfiles_use(nullptr, nullptr);
}

QStringList FileFaults::environment(const QString &directory, Child child) const
{
    const QString runtime = child == Child::Ours ? QStringLiteral(SANITIZER_RUNTIME) : QString();
    return {u"LD_PRELOAD=%1 %2"_s.arg(runtime, QStringLiteral(FAULTY_FILES)).simplified(),
            u"FAULTYFILES_DIRECTORY=%1"_s.arg(directory), u"FAULTYFILES_TABLE=%1"_s.arg(m_file.fileName())};
}

void FileFaults::useHere(const QString &directory)
{
    faultyfiles_use(QFile::encodeName(directory).constData(), m_table);
}

void FileFaults::count(uint64_t kinds)
{
    set(FAULTYFILES_PASS, 0, 0, kinds);
}

void FileFaults::set(uint64_t act, uint64_t first, int error, uint64_t kinds)
{
    store(m_table->kinds, 0); // so that nobody counts meanwhile
    store(m_table->act, act);
    store(m_table->first, first);
    store(m_table->error, static_cast<uint64_t>(error));
    store(m_table->calls, 0);
    store(m_table->bytes, 0);
    store(m_table->hits, 0);
    store(m_table->kinds, kinds);
}

uint64_t FileFaults::calls() const
{
    return load(m_table->calls);
}

uint64_t FileFaults::bytes() const
{
    return load(m_table->bytes);
}

uint64_t FileFaults::hits() const
{
    return load(m_table->hits);
}

} // namespace lockscope::test
