// SPDX-License-Identifier: Apache-2.0
#include "core/locks/ownerfacts.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringDecoder>

#include <algorithm>

#include <arpa/inet.h>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostRead = 16 * 1024; ///< bytes
constexpr qsizetype mostFacts = 20;

class Facts
{
public:
    void add(const QString &key, const QString &value)
    {
        const bool isKnown = std::ranges::any_of(m_facts, [&](const OwnerFact &fact) { return fact.key == key; });
        if (!isKnown && !value.isEmpty() && m_facts.size() < mostFacts)
            m_facts += {key, value};
    }
    const OwnerFacts &all() const { return m_facts; }

private:
    OwnerFacts m_facts;
};

/// "host:port", "[::1]:port", or an IP address alone. A word alone may be anything.
bool readAddress(const QString &text, Facts &facts)
{
    static const QRegularExpression withPort(
        u"\\A(?:\\[(?<six>[0-9A-Fa-f:.]+)\\]|(?<host>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)):(?<port>\\d{1,5})\\z"_s);
    if (const auto found = withPort.match(text); found.hasMatch() && found.captured(u"port").toUInt() <= 0xffff) {
        facts.add(u"host"_s, found.captured(u"six") + found.captured(u"host"));
        facts.add(u"port"_s, found.captured(u"port"));
        return true;
    }
    in6_addr number{};
    const QByteArray bytes = text.toLatin1();
    if (::inet_pton(AF_INET, bytes.constData(), &number) != 1 && ::inet_pton(AF_INET6, bytes.constData(), &number) != 1)
        return false;
    facts.add(u"host"_s, text);
    return true;
}

/// As Java names a process.
bool readProcess(const QString &text, Facts &facts)
{
    static const QRegularExpression process(u"\\A(?<pid>\\d{1,10})@(?<host>[A-Za-z0-9._-]+)\\z"_s);
    const auto found = process.match(text);
    facts.add(u"pid"_s, found.captured(u"pid"));
    facts.add(u"host"_s, found.captured(u"host"));
    return found.hasMatch();
}

/// HiveLockObjectData: query id, milliseconds, mode, statement and, since Hive 2, the client's address.
bool readHive(const QString &text, Facts &facts)
{
    static const QRegularExpression lock(
        u"\\A(?<query>[^:]+):(?<ms>\\d{13}):(?<mode>IMPLICIT|EXPLICIT):(?<statement>.*?)(?::(?<ip>(?:\\d{1,3}\\.){3}\\d{1,3}))?\\z"_s,
        QRegularExpression::DotMatchesEverythingOption);
    const auto found = lock.match(text);
    if (!found.hasMatch())
        return false;
    facts.add(u"query"_s, found.captured(u"query"));
    facts.add(u"since"_s,
              QDateTime::fromMSecsSinceEpoch(found.captured(u"ms").toLongLong(), Qt::UTC).toString(Qt::ISODateWithMs));
    facts.add(u"mode"_s, found.captured(u"mode"));
    facts.add(u"statement"_s, found.captured(u"statement"));
    facts.add(u"host"_s, found.captured(u"ip"));
    return true;
}

QString plainText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    if (!value.isDouble())
        return {};
    const qint64 whole = value.toInteger(); // as Qt keeps it: an id may be greater than a double holds exactly
    return static_cast<double>(whole) == value.toDouble() ? QString::number(whole) : QString::number(value.toDouble());
}

bool readJson(const QByteArray &data, Facts &facts)
{
    static const QRegularExpression key(u"\\A[A-Za-z_][A-Za-z0-9_.-]{0,39}\\z"_s);
    const QJsonObject json = QJsonDocument::fromJson(data).object();
    for (auto member = json.begin(); member != json.end(); ++member) {
        if (key.match(member.key()).hasMatch())
            facts.add(member.key(), plainText(member.value()));
    }
    for (auto member = json.begin(); member != json.end(); ++member) { // the address in it, too
        if (member.value().isString() && readAddress(member.value().toString(), facts))
            break;
    }
    return !json.isEmpty();
}

/// Names that are known wherever they stand.
void readNames(const QString &text, Facts &facts)
{
    static const QRegularExpression application(u"\\bapplication_\\d{10,13}_\\d{4,}\\b"_s);
    // A Deployment's pod: its ReplicaSet's hash and five letters of its own, in Kubernetes' alphabet.
    static const QRegularExpression pod(
        u"(?<![A-Za-z0-9.-])(?<name>[a-z0-9](?:[a-z0-9-]*[a-z0-9])?-[bcdf-hj-np-tv-xz2456789]{8,10}-[bcdf-hj-np-tv-xz2456789]{5})(?![A-Za-z0-9-])"_s);
    facts.add(u"application"_s, application.match(text).captured());
    facts.add(u"pod"_s, pod.match(text).captured(u"name"));
}

const QRegularExpression &placePattern()
{
    static const QRegularExpression place(u"\\{([A-Za-z_][A-Za-z0-9_.-]*)\\}"_s);
    return place;
}

} // namespace

OwnerFacts ownerFacts(const QByteArray &data)
{
    Facts facts;
    QStringDecoder decode(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString whole = decode(QByteArrayView(data).first(std::min(data.size(), mostRead)));
    if (decode.hasError() || data.size() > mostRead)
        return {};
    const QString text = whole.trimmed();
    if (!readJson(data, facts) && !readAddress(text, facts) && !readProcess(text, facts))
        readHive(text, facts);
    readNames(text, facts);
    return facts.all();
}

Text linkProblem(const QString &linkTemplate)
{
    if (linkTemplate.isEmpty())
        return {};
    const QUrl url(QString(linkTemplate).replace(placePattern(), u"x"_s), QUrl::StrictMode);
    const bool isWeb = url.scheme() == "http"_L1 || url.scheme() == "https"_L1;
    if (!url.isValid() || !isWeb || url.host().isEmpty())
        return Text::en("\"%1\" is no link: write http:// or https://, with places as in {host}.").arg(linkTemplate);
    return url.userInfo().isEmpty() ? Text() : Text::en("A link has no login in it: profiles keep no secrets.");
}

QUrl linkOf(const QString &linkTemplate, const OwnerFacts &facts, const QString &lock, const QString &node)
{
    if (linkTemplate.isEmpty() || !linkProblem(linkTemplate).isEmpty())
        return {};
    const OwnerFacts all = facts + OwnerFacts{{u"lock"_s, lock}, {u"node"_s, node}};
    QString filled;
    qsizetype end = 0;
    for (auto places = placePattern().globalMatch(linkTemplate); places.hasNext();) {
        const auto place = places.next();
        const auto fact = std::ranges::find(all, place.captured(1), &OwnerFact::key);
        if (fact == all.cend())
            return {};
        filled += linkTemplate.mid(end, place.capturedStart() - end)
                  + QString::fromLatin1(QUrl::toPercentEncoding(fact->value));
        end = place.capturedEnd();
    }
    return QUrl(filled + linkTemplate.mid(end), QUrl::StrictMode);
}

} // namespace lockscope::locks
