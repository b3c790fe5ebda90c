// SPDX-License-Identifier: Apache-2.0
#include "core/redis/address.h"

#include <QUrl>

namespace lockscope::redis {

using namespace Qt::StringLiterals;

QString Address::toString() const
{
    QUrl url;
    url.setScheme(u"redis"_s);
    url.setUserName(user);
    url.setHost(host);
    url.setPort(port);
    if (database != 0)
        url.setPath(u'/' + QString::number(database));
    return url.toString();
}

Result<Address> parseAddress(const QString &text)
{
    const QUrl url(text.trimmed(), QUrl::StrictMode);
    if (url.scheme() == "rediss"_L1)
        return invalidInput(Text::en("Redis over TLS is not supported: give a redis:// address, or a tunnel to it."));
    if (!url.password().isEmpty()) {
        return invalidInput(Text::en("A password does not belong into the address, where others can read it: leave it "
                                     "out there."));
    }
    if (!url.isValid() || url.scheme() != "redis"_L1 || url.host().isEmpty() || url.hasQuery() || url.hasFragment())
        return invalidInput(Text::en("Not the address of a Redis server: write redis://HOST:PORT, or "
                                     "redis://USER@HOST:PORT/DATABASE."));
    Address address{url.userName(), url.host(), static_cast<quint16>(url.port(6379)), 0};
    if (address.port == 0)
        return invalidInput(Text::en("A port is 1 to 65535."));
    if (const QString path = url.path(); !path.isEmpty() && path != u'/') {
        bool isNumber = false;
        address.database = path.mid(1).toInt(&isNumber);
        if (!isNumber || address.database < 0)
            return invalidInput(
                Text::en("\"%1\" is no database of a Redis server: they have numbers from 0.").arg(path.mid(1)));
    }
    return address;
}

Result<QList<Address>> parseAddresses(const QString &text)
{
    QList<Address> addresses;
    for (const QString &each : text.split(u',')) {
        const auto parsed = parseAddress(each);
        if (!parsed)
            return tl::unexpected(parsed.error());
        if (addresses.contains(*parsed))
            return invalidInput(
                Text::en("%1 is there twice: servers that know nothing of one another are different ones.")
                    .arg(parsed->toString()));
        addresses += *parsed;
    }
    return addresses;
}

} // namespace lockscope::redis
