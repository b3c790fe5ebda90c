// SPDX-License-Identifier: Apache-2.0
#include "core/base/reply.h"
#include "core/base/task.h"
#include "tests/support/testprogram.h"

#include <memory>

namespace lockscope::tst_reply {

namespace {

Task<> awaitInto(Reply<int> reply, std::shared_ptr<std::optional<Result<int>>> out)
{
    *out = co_await reply;
}

} // namespace

class TestReply : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCoroutineGoesOnWhenTheAnswerIsThere()
    {
        const ReplyPromise<int> promise;
        const auto out = std::make_shared<std::optional<Result<int>>>();
        awaitInto(Reply<int>(promise), out);
        QVERIFY(!*out);
        QVERIFY(!promise.isComplete());
        promise.complete(42);
        QVERIFY(promise.isComplete());
        QVERIFY(out->has_value());
        QCOMPARE(out->value().value(), 42);
    }

    void anAnswerThatIsThereAlreadyIsTakenAtOnce()
    {
        const auto out = std::make_shared<std::optional<Result<int>>>();
        awaitInto(Reply<int>(Result<int>(7)), out);
        QVERIFY(out->has_value());
        QCOMPARE(out->value().value(), 7);
        const ReplyPromise<int> promise;
        promise.complete(8);
        awaitInto(Reply<int>(promise), out);
        QCOMPARE(out->value().value(), 8);
    }

    void aCallbackIsCalledOnce()
    {
        const ReplyPromise<int> promise;
        int calls = 0;
        int value = 0;
        Reply<int>(promise).then([&](Result<int> result) {
            ++calls;
            value = *result;
        });
        QCOMPARE(calls, 0);
        promise.complete(42);
        promise.complete(43);
        QCOMPARE(calls, 1);
        QCOMPARE(value, 42);
    }

    void aCallbackOfACompleteReplyIsCalledAtOnce()
    {
        const ReplyPromise<int> promise;
        promise.complete(42);
        int value = 0;
        Reply<int>(promise).then([&](Result<int> result) { value = *result; });
        QCOMPARE(value, 42);
    }

    void theFirstAnswerWins()
    {
        const ReplyPromise<int> promise;
        const ReplyPromise<int> copy = promise;
        copy.complete(failure(ErrorCode::ConnectionLoss));
        promise.complete(42); // the library's late report
        const auto out = std::make_shared<std::optional<Result<int>>>();
        awaitInto(Reply<int>(promise), out);
        QVERIFY(!out->value().has_value());
        QCOMPARE(out->value().error().code, ErrorCode::ConnectionLoss);
    }

    void theWaiterMayDropThePromise()
    {
        auto promise = std::make_unique<ReplyPromise<int>>();
        bool called = false;
        Reply<int>(*promise).then([&](Result<int>) {
            promise.reset();
            called = true;
        });
        promise->complete(1);
        QVERIFY(called);
        QVERIFY(!promise);
    }
};

} // namespace lockscope::tst_reply

LOCKSCOPE_TEST(lockscope::tst_reply::TestReply)
#include "tst_reply.moc"
