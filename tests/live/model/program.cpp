// SPDX-License-Identifier: Apache-2.0
#include "tests/live/model/program.h"

#include <algorithm>
#include <array>
#include <random>

namespace lockscope::semantics {

using namespace Qt::StringLiterals;

namespace {

/// Draws as a seed decides, alike on every machine.
class Dice
{
public:
    explicit Dice(unsigned seed)
        : m_random(seed)
    {
    }

    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    bool percent(int chance) { return below(100) < chance; }
    unsigned number() { return static_cast<unsigned>(m_random()); }
    template<typename T, size_t n>
    T oneOf(const std::array<T, n> &values)
    {
        return values[static_cast<size_t>(below(static_cast<int>(n)))];
    }

private:
    std::mt19937 m_random;
};

QString name(Dice &dice)
{
    // Few, so that they meet; some below nodes that may be there, or be ephemeral.
    static const std::array names{u"a"_s, u"b"_s, u"c"_s, u"a/x"_s, u"a/y"_s, u"b/x"_s, u"a/x/deep"_s, u""_s};
    return dice.oneOf(names);
}

QString newName(Dice &dice, NodeKind kind)
{
    static const std::array numbered{u"n-"_s, u"a/n-"_s, u"b/"_s, u"b/m-"_s};
    if (kind == NodeKind::EphemeralSequential || kind == NodeKind::PersistentSequential)
        return dice.oneOf(numbered);
    const QString drawn = name(dice);
    return drawn.isEmpty() ? u"a"_s : drawn;
}

NodeKind kind(Dice &dice)
{
    static const std::array kinds{NodeKind::Persistent,           NodeKind::Persistent, NodeKind::Ephemeral,
                                  NodeKind::PersistentSequential, NodeKind::Container,  NodeKind::EphemeralSequential,
                                  NodeKind::EphemeralSequential};
    return dice.oneOf(kinds);
}

int version(Dice &dice)
{
    return dice.percent(60) ? -1 : dice.below(3);
}

QByteArray data(Dice &dice)
{
    return QByteArray(dice.below(4), static_cast<char>('a' + dice.below(26)));
}

WriteOp writeOp(Dice &dice)
{
    switch (dice.below(5)) {
    case 0:
    case 1: {
        const NodeKind any = kind(dice);
        const NodeKind drawn = any == NodeKind::Container ? NodeKind::Persistent : any; // the C client cannot
        return WriteOp::create(newName(dice, drawn), data(dice), drawn);
    }
    case 2: return WriteOp::set(name(dice), data(dice), version(dice));
    case 3: return WriteOp::remove(newName(dice, NodeKind::Persistent), version(dice));
    default: return WriteOp::check(name(dice), version(dice));
    }
}

Ask ask(Dice &dice)
{
    static const std::array operations{Operation::Create, Operation::Create, Operation::Create, Operation::Delete,
                                       Operation::Set,    Operation::Get,    Operation::Exists, Operation::List,
                                       Operation::Delete, Operation::Get,    Operation::Exists, Operation::List,
                                       Operation::Multi,  Operation::Sync};
    Ask drawn;
    drawn.operation = dice.oneOf(operations);
    drawn.kind = kind(dice);
    drawn.name = drawn.operation == Operation::Create   ? newName(dice, drawn.kind)
                 : drawn.operation == Operation::Delete ? newName(dice, NodeKind::Persistent)
                                                        : name(dice);
    drawn.data = data(dice);
    drawn.version = version(dice);
    drawn.watch = dice.percent(70);
    for (int i = drawn.operation == Operation::Multi ? 1 + dice.below(4) : 0; i > 0; --i)
        drawn.ops.push_back(writeOp(dice));
    return drawn;
}

std::vector<Ask> asks(Dice &dice, int count)
{
    std::vector<Ask> all;
    for (int i = 0; i < count; ++i)
        all.push_back(ask(dice));
    return all;
}

/// What every program begins with, so that most of what follows finds something.
std::vector<Act> firstActs()
{
    const auto making = [](const QString &made, NodeKind how) {
        Ask create;
        create.operation = Operation::Create;
        create.name = made;
        create.kind = how;
        return create;
    };
    return {
        {Act::What::Ask, 0, {making(u"a"_s, NodeKind::Persistent), making(u"b"_s, NodeKind::Persistent)}},
        {Act::What::Ask, 1, {making(u"a/x"_s, NodeKind::Ephemeral), making(u"b/m-"_s, NodeKind::EphemeralSequential)}}};
}

} // namespace

bool Program::endsSessions() const
{
    return std::any_of(acts.begin(), acts.end(),
                       [](const Act &act) { return act.what == Act::What::Replace || act.what == Act::What::Expire; });
}

Program programFrom(unsigned seed, bool faulty)
{
    Dice dice(seed);
    Program program{seed, faulty, firstActs()};
    std::array<bool, sessionsEach> isCut{};
    const int length = 8 + dice.below(10);
    for (int i = 0; i < length; ++i) {
        Act act;
        act.session = dice.below(sessionsEach);
        bool &cut = isCut[static_cast<size_t>(act.session)];
        act.pick = dice.number();
        const int draw = dice.below(100);
        if (cut) { // what it asks is not sent
            act.what = draw < 60 ? Act::What::Mend : Act::What::Ask;
            act.asks = asks(dice, act.what == Act::What::Ask ? 1 : 0);
        } else if (faulty && draw < 15) {
            act.what = Act::What::Lose;
            act.asks = asks(dice, 1);
            act.loss = dice.percent(50) ? model::Loss::Reply : model::Loss::Request;
        } else if (faulty && draw < 30) {
            act.what = Act::What::Cut;
        } else if (faulty && draw < 34) {
            act.what = Act::What::Expire;
        } else if (draw > 95) {
            act.what = Act::What::Replace;
        } else if (draw > 90) {
            act.what = Act::What::Cancel;
        } else {
            act.asks = asks(dice, dice.percent(65) ? 1 : 2 + dice.below(3));
        }
        cut = act.what == Act::What::Cut || (cut && act.what != Act::What::Mend);
        program.acts.push_back(std::move(act));
    }
    for (int session = 0; session < sessionsEach; ++session) {
        if (isCut[static_cast<size_t>(session)])
            program.acts.push_back({Act::What::Mend, session});
    }
    return program;
}

QString toText(const Program &program)
{
    static constexpr std::array words{"ask", "cancel", "replace", "lose", "cut", "mend", "expire"};
    QStringList lines;
    for (const Act &act : program.acts) {
        QString line = u"s%1 "_s.arg(act.session) + QString::fromLatin1(words[static_cast<size_t>(act.what)]);
        if (act.what == Act::What::Lose)
            line += act.loss == model::Loss::Reply ? u" reply"_s : u" request"_s;
        for (const Ask &each : act.asks) {
            line += u" [%1 %2 kind %3 version %4%5]"_s.arg(operationName(each.operation), each.name)
                        .arg(static_cast<int>(each.kind))
                        .arg(each.version)
                        .arg(each.watch ? u" watch"_s : QString());
            for (const WriteOp &op : each.ops)
                line += u" {%1 %2 kind %3 version %4}"_s.arg(operationName(op.operation), op.path)
                            .arg(static_cast<int>(op.kind))
                            .arg(op.version);
        }
        lines.append(line);
    }
    return lines.join(u'\n');
}

} // namespace lockscope::semantics
