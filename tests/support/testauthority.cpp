// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testauthority.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"

#include <QDateTime>
#include <QProcess>

namespace lockscope::test {

using namespace Qt::StringLiterals;

namespace {

constexpr auto newKey = "ec -pkeyopt ec_paramgen_curve:prime256v1"_L1;

QString instant(int daysFromNow)
{
    return QDateTime::currentDateTimeUtc().addDays(daysFromNow).toString(u"yyyyMMddhhmmss'Z'"_s);
}

} // namespace

TestAuthority::TestAuthority(const QString &name)
{
    // "openssl ca" alone can make certificates that are over; it keeps a book.
    const QByteArray config = "[ca]\ndefault_ca=own\n[own]\ndir=" + m_directory.path().toUtf8()
                              + "\ndatabase=$dir/index.txt\nserial=$dir/serial\nnew_certs_dir=$dir\n"
                                "certificate=$dir/ca.pem\nprivate_key=$dir/ca.key\ndefault_md=sha256\npolicy=any\n"
                                "unique_subject=no\n[any]\ncommonName=supplied\n";
    m_made = write(u"ca.cnf"_s, config) && write(u"index.txt"_s, {}) && write(u"serial"_s, "1000\n")
             && openssl(u"req -x509 -nodes -days 30 -newkey %1 -keyout ca.key -out ca.pem"_s.arg(newKey).split(u' ')
                        + QStringList{u"-subj"_s, u"/CN=%1"_s.arg(name)});
}

bool TestAuthority::write(const QString &file, const QByteArray &content)
{
    return writeFile(path(file), content);
}

bool TestAuthority::openssl(const QStringList &arguments)
{
    QProcess process;
    process.setWorkingDirectory(m_directory.path());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(u"openssl"_s, arguments);
    const bool ended = process.waitForFinished(test::patienceMs());
    m_why = arguments.value(0).toUtf8() + ": " + process.errorString().toUtf8() + ' ' + process.readAll();
    return ended && process.exitCode() == 0;
}

Certificate TestAuthority::issue(const QString &name, const QString &names, int days, const QString &keyKind)
{
    const Certificate made{path(name + u".pem"_s), path(name + u".key"_s), path(name + u"-both.pem"_s)};
    const QString request = name + u".csr"_s;
    const QString extensions = name + u".ext"_s;
    const QByteArray lines =
        names.isEmpty() ? QByteArray("basicConstraints=CA:FALSE\n") : "subjectAltName=" + names.toUtf8() + '\n';
    const bool done =
        write(extensions, lines)
        && openssl(u"req -new -nodes -newkey %1"_s.arg(keyKind.isEmpty() ? QString(newKey) : keyKind).split(u' ')
                   + QStringList{u"-keyout"_s, made.keyFile, u"-out"_s, request, u"-subj"_s, u"/CN="_s + name})
        && openssl({u"ca"_s, u"-batch"_s, u"-notext"_s, u"-config"_s, u"ca.cnf"_s, u"-in"_s, request, u"-out"_s,
                    made.certFile, u"-extfile"_s, extensions, u"-startdate"_s, instant(std::min(days, 0) - 1),
                    u"-enddate"_s, instant(days)})
        && write(name + u"-both.pem"_s, contentOf(made.keyFile) + contentOf(made.certFile));
    return done ? made : Certificate();
}

QString TestAuthority::encryptKey(const Certificate &certificate, const QByteArray &passphrase)
{
    const QString file = certificate.keyFile + u".encrypted"_s;
    return openssl({u"pkcs8"_s, u"-topk8"_s, u"-in"_s, certificate.keyFile, u"-out"_s, file, u"-passout"_s,
                    u"pass:"_s + QString::fromUtf8(passphrase)})
               ? file
               : QString();
}

QString TestAuthority::pkcs12(const Certificate &certificate, const QByteArray &passphrase)
{
    const QString file = certificate.certFile + u".p12"_s;
    return openssl({u"pkcs12"_s, u"-export"_s, u"-in"_s, certificate.certFile, u"-inkey"_s, certificate.keyFile,
                    u"-certfile"_s, caFile(), u"-out"_s, file, u"-passout"_s,
                    u"pass:"_s + QString::fromUtf8(passphrase)})
               ? file
               : QString();
}

QByteArray TestAuthority::serverLines(const Certificate &certificate, quint16 port, const QByteArray &clientAuth) const
{
    return "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory\nsecureClientPortAddress=127.0.0.1\n"
           "secureClientPort="
           + QByteArray::number(port) + "\nssl.keyStore.location=" + certificate.bothFile.toUtf8()
           + "\nssl.trustStore.location=" + caFile().toUtf8() + "\nssl.clientAuth=" + clientAuth + '\n';
}

} // namespace lockscope::test
