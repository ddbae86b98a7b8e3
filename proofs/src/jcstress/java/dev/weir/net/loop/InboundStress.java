package dev.weir.net.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.net.HandLoop;
import java.util.concurrent.Flow;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** What is demanded from any thread comes, as often as it was; one subscriber reads. */
public final class InboundStress {
    private static final OneReader.Subject NUMBERS = new OneReader.Subject("the stream", "read it once");

    private InboundStress() {}

    /** Has items without end. */
    private static final class Numbers implements Inbound.Feed<Integer> {
        private int last;
        private int abandonments;

        @Override
        public Integer next() {
            return ++last;
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public void more() {}

        @Override
        public void abandoned() {
            abandonments++;
        }
    }

    private static final class Reader implements Flow.Subscriber<Integer> {
        private Flow.Subscription subscription;
        private int items;
        private int refusals;

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
        }

        @Override
        public void onNext(Integer item) {
            items++;
        }

        @Override
        public void onError(Throwable failure) {
            refusals++;
        }

        @Override
        public void onComplete() {}
    }

    @JCStressTest
    @State
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "as many as both threads have asked for")
    public static class RequestVersusLoop {
        private final HandLoop loop = new HandLoop();
        private final Inbound<Integer> inbound = new Inbound<>(loop, new Numbers(), new OneReader(NUMBERS));
        private final Reader reader = new Reader();

        public RequestVersusLoop() {
            loop.run(() -> inbound.subscribe(reader, "reader"));
            reader.subscription.request(1);
        }

        @Actor
        public void ask() {
            reader.subscription.request(2);
        }

        @Actor
        public void loop() {
            loop.runAll();
        }

        @Arbiter
        public void story(L_Result result) {
            loop.runAll();
            result.r1 = reader.items;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "the requests of both threads have added up")
    public static class RequestVersusRequest {
        private final HandLoop loop = new HandLoop();
        private final Inbound<Integer> inbound = new Inbound<>(loop, new Numbers(), new OneReader(NUMBERS));
        private final Reader reader = new Reader();

        public RequestVersusRequest() {
            loop.run(() -> inbound.subscribe(reader, "reader"));
        }

        @Actor
        public void one() {
            reader.subscription.request(1);
        }

        @Actor
        public void other() {
            reader.subscription.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            loop.runAll();
            result.r1 = reader.items;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, abandoned 1", expect = ACCEPTABLE, desc = "nothing came after the cancellation")
    @Outcome(id = "1, abandoned 1", expect = ACCEPTABLE, desc = "one item came before it")
    public static class RequestVersusCancel {
        private final HandLoop loop = new HandLoop();
        private final Numbers numbers = new Numbers();
        private final Inbound<Integer> inbound = new Inbound<>(loop, numbers, new OneReader(NUMBERS));
        private final Reader reader = new Reader();

        public RequestVersusCancel() {
            loop.run(() -> inbound.subscribe(reader, "reader"));
        }

        @Actor
        public void ask() {
            reader.subscription.request(1);
        }

        @Actor
        public void cancel() {
            reader.subscription.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            loop.runAll();
            result.r1 = reader.items + ", abandoned " + numbers.abandonments;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1 of 2 refused", expect = ACCEPTABLE, desc = "one of them reads")
    public static class SubscribeVersusSubscribe {
        private final HandLoop loop = new HandLoop();
        private final Inbound<Integer> inbound = new Inbound<>(loop, new Numbers(), new OneReader(NUMBERS));
        private final Reader one = new Reader();
        private final Reader other = new Reader();

        @Actor
        public void one() {
            inbound.subscribe(one, "one");
        }

        @Actor
        public void other() {
            inbound.subscribe(other, "other");
        }

        @Arbiter
        public void story(L_Result result) {
            loop.runAll();
            result.r1 = one.refusals + other.refusals + " of 2 refused";
        }
    }
}
