package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Emitter;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.http.Codec;
import dev.weir.rsocket.engine.FakeLink;
import dev.weir.rsocket.engine.Limits;
import dev.weir.rsocket.engine.Session;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.testkit.Probe;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked before it can be sent. */
class AskingTest {
    private static final Limits LIMITS = new Limits(1000, 1000, 1000, 1000, 1000, 1000, Duration.ofSeconds(10));

    private static final long MOST_OF_A_LEASE = Duration.ofSeconds(40).toNanos();

    /** What requests wait for. */
    enum Want {
        LEASE,
        ROOM
    }

    /** A link whose time passes whenever somebody asks for it, if that is so. */
    private static final class Ticking extends FakeLink implements Clock {
        private long now;
        private long tick;
        private @Nullable Queue<Runnable> later;

        @Override
        public boolean post(Runnable task) {
            return later == null ? super.post(task) : later.add(task);
        }

        @Override
        public Clock clock() {
            return this;
        }

        @Override
        public long nanoTime() {
            now += tick;
            return now;
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            return () -> {};
        }
    }

    private final Ticking link = new Ticking();

    private RSocketConnection asking(Want want) {
        return asking(want, link);
    }

    private static RSocketConnection asking(Want want, Ticking link) {
        boolean leases = want == Want.LEASE;
        List<RSocketConnection> opened = new ArrayList<>();
        link.speaks(client(link, leases, opened));
        link.writable = leases;
        link.sent.clear();
        return opened.getFirst();
    }

    private static Session client(Ticking link, boolean leases, List<RSocketConnection> opened) {
        Setup setup = new Setup(
                Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", leases, null, ByteBuffer.allocate(0));
        return Session.client(link, LIMITS, leases ? LeasePolicy.byHand() : null, setup, connection -> {
            opened.add(new RSocketConnection(connection, 10, Codec.standard()));
            return opened.getFirst().answering(new RSocket() {});
        });
    }

    private void comes(Want want) throws Exception {
        if (want == Want.LEASE) {
            link.comes(0, FrameType.LEASE, 0, 60_000, 1);
        } else {
            link.writable();
        }
    }

    /** They come in one frame, and whoever hears the answer has no more to ask. */
    @Test
    void theLastAnswerMayEndTheRequests() throws Exception {
        List<RSocketConnection> opened = new ArrayList<>();
        link.speaks(client(link, false, opened));
        List<Emitter<Payload>> requests = new ArrayList<>();
        Many<Payload> asked = Many.emitter(Overflow.buffer(8), emitter -> {
            requests.add(emitter);
            emitter.next(Payload.of("q"));
        });
        Probe<String> answers = Probe.subscribeTo(
                opened.getFirst()
                        .requestChannel(asked)
                        .map(Payload::text)
                        .doOnNext(_ -> requests.getFirst().complete()),
                5);
        link.comes(1, FrameType.PAYLOAD, FrameType.NEXT | FrameType.COMPLETE, "last");
        answers.assertItems("last").assertCompleted();
    }

    private static Many<Payload> payloads(String... texts) {
        return Many.from(Stream.of(texts).map(Payload::of).toList());
    }

    @Test
    void whoIsCancelledBeforeTheLoopComesToItDoesNotWait() {
        RSocketConnection asking = asking(Want.ROOM);
        Queue<Runnable> tasks = new ArrayDeque<>();
        link.later = tasks;
        for (int i = 0; i < 10; i++) {
            Probe.subscribeTo(asking.requestResponse(Payload.of("x")).toMany()).cancel();
        }
        link.later = null;
        tasks.forEach(Runnable::run);
        for (int i = 0; i < 10; i++) {
            Probe.subscribeTo(asking.requestStream(Payload.of("x"))).assertNotEnded();
        }
    }

    private Probe<String> channel(Want want, Many<Payload> requests) {
        return Probe.subscribeTo(asking(want).requestChannel(requests).map(Payload::text), 5);
    }

    @ParameterizedTest
    @EnumSource
    void aChannelOfOneRequestIsSentWhenItCanBe(Want want) throws Exception {
        Probe<String> answers = channel(want, payloads("one"));
        answers.assertNothing();
        assertEquals(List.of(), link.sent);
        comes(want);
        assertEquals(List.of("1 CHANNEL 5 one", "1 PAYLOAD C"), link.sent);
        link.comes(1, FrameType.PAYLOAD, FrameType.NEXT | FrameType.COMPLETE, "answer");
        answers.assertItems("answer").assertCompleted();
    }

    @ParameterizedTest
    @EnumSource
    void whatFollowsTheFirstIsSentAfterIt(Want want) throws Exception {
        Probe<String> answers = channel(want, payloads("one", "two"));
        comes(want);
        link.comes(1, FrameType.REQUEST_N, 0, 5);
        assertEquals(List.of("1 CHANNEL 5 one", "1 PAYLOAD N two", "1 PAYLOAD C"), link.sent);
        answers.assertNothing();
    }

    @ParameterizedTest
    @EnumSource
    void aChannelWithoutRequestsHasNoAnswers(Want want) {
        channel(want, Many.empty()).assertItems().assertCompleted();
        assertEquals(List.of(), link.sent);
    }

    /** Who asks has that failure, and the peer is not asked. */
    @ParameterizedTest
    @EnumSource
    void aSourceThatFailsAfterItsFirstFailsTheChannel(Want want) throws Exception {
        Many<Payload> failing = Many.fail(() -> new RSocketException.ApplicationError("expected by the test"));
        Probe<String> answers = channel(want, Many.concat(payloads("one"), failing));
        answers.assertFailed(failure -> failure.getMessage().equals("expected by the test"));
        comes(want);
        assertEquals(List.of(), link.sent);
    }

    /** What runs may go on for long. */
    @ParameterizedTest
    @EnumSource
    void whatWaitsIsToldThatWeLeave(Want want) throws Exception {
        RSocketConnection asking = asking(want);
        comes(want);
        Probe<Payload> runs = Probe.subscribeTo(asking.requestStream(Payload.of("x")));
        link.writable = want == Want.LEASE;
        List<Probe<?>> waiting = List.of(
                Probe.subscribeTo(asking.requestResponse(Payload.of("x")).toMany()),
                Probe.subscribeTo(asking.fireAndForget(Payload.of("x")).toMany()),
                Probe.subscribeTo(asking.requestChannel(Many.never())));
        asking.finish();
        waiting.forEach(probe -> probe.assertFailed(RSocketException.Rejected.class));
        runs.assertNothing();
        link.comes(1, FrameType.PAYLOAD, FrameType.NEXT | FrameType.COMPLETE, "answer");
        runs.assertItemCount(1).assertCompleted();
    }

    /** As a stream that {@code takeUntil} ends with its connection. */
    @Test
    void whoWaitsForTheEndAndLeavesIsForgotten() {
        RSocketConnection asking = asking(Want.ROOM);
        One<?> end = asking.closed();
        end.subscribe(done -> {}).cancel();
        assertSame(end, asking.closed(), "which is told once for all, whoever comes and leaves");
        Probe<?> waits = Probe.subscribeTo(asking.closed().toMany());
        asking.close();
        waits.assertCompleted();
        Probe.subscribeTo(asking.closed().toMany()).assertCompleted();
    }

    @ParameterizedTest
    @EnumSource
    void aChannelThatCanNotBeSentAnyMoreFails(Want want) throws Exception {
        Probe<String> answers = channel(want, payloads("one"));
        link.comes(0, FrameType.ERROR, 0, RSocketException.ConnectionClose.CODE, "bye");
        answers.assertFailed(RSocketException.Rejected.class);
        assertTrue(link.sent.isEmpty(), link.sent::toString);
    }

    @ParameterizedTest
    @EnumSource
    void aChannelThatNobodyWantsAnyMoreIsNotSent(Want want) throws Exception {
        List<Ending> endings = new ArrayList<>();
        Probe<String> answers =
                channel(want, Many.concat(payloads("one"), Many.never()).doFinally(endings::add));
        answers.cancel();
        assertEquals(List.of(Ending.CANCELLED), endings);
        comes(want);
        assertEquals(List.of(), link.sent);
    }

    @ParameterizedTest
    @EnumSource
    void aChannelThatHasNoRequestYetEndsWithTheConnection(Want want) throws Exception {
        List<Ending> endings = new ArrayList<>();
        Probe<String> answers = channel(want, Many.<Payload>never().doFinally(endings::add));
        link.comes(0, FrameType.ERROR, 0, RSocketException.ConnectionClose.CODE, "bye");
        answers.assertFailed(RSocketException.Rejected.class);
        assertEquals(List.of(Ending.CANCELLED), endings);
    }

    @Test
    void aChannelOfAConnectionThatIsClosedFailsAtOnce() {
        RSocketConnection asking = asking(Want.ROOM);
        asking.close();
        Probe.subscribeTo(asking.requestChannel(Many.never()), 5).assertFailed(RSocketException.Rejected.class);
    }

    /** A lease is of requests, which pushed metadata is not. */
    @ParameterizedTest
    @EnumSource
    void pushedMetadataNeedsNoLease(Want want) throws Exception {
        RSocketConnection asking = asking(want);
        Probe<Payload> request =
                Probe.subscribeTo(asking.requestResponse(Payload.of("x")).toMany());
        Probe<?> push = Probe.demanding(1);
        subscribe(asking.metadataPush(Payload.of("m").data()).toMany(), push);
        if (want == Want.ROOM) {
            push.assertNothing();
            comes(want);
            assertEquals(List.of("0 PUSH m", "1 RESPONSE x"), link.sent);
        } else {
            assertEquals(List.of("0 PUSH m"), link.sent);
        }
        push.assertCompleted();
        request.assertNothing();
    }

    @Test
    void pushedMetadataIsOneFrame() {
        RSocketConnection asking = asking(Want.LEASE);
        assertThrows(
                IllegalArgumentException.class,
                () -> asking.metadataPush(ByteBuffer.allocate(16 << 20)).await());
    }

    /** What nobody wants any more waits in nobody's place. */
    @ParameterizedTest
    @EnumSource
    void whoIsCancelledMakesRoom(Want want) throws Exception {
        RSocketConnection asking = asking(want);
        for (int i = 0; i < 25; i++) {
            Probe.subscribeTo(asking.requestResponse(Payload.of("x")).toMany()).cancel();
        }
        for (int i = 0; i < 10; i++) {
            Probe.subscribeTo(asking.requestResponse(Payload.of("y")).toMany()).assertNotEnded();
        }
        Probe.subscribeTo(asking.requestResponse(Payload.of("z")).toMany())
                .assertFailed(RSocketException.Rejected.class);
        comes(want);
        assertEquals("1 RESPONSE y", link.sent.getFirst());
    }

    @ParameterizedTest
    @EnumSource
    void whoIsCancelledMakesRoomWhateverItIs(Want want) {
        for (Function<RSocket, Flow.Publisher<?>> each : asked().values()) {
            RSocketConnection asking = asking(want, new Ticking());
            Probe<?> left = Probe.demanding(5);
            subscribe(each.apply(asking), left);
            for (int i = 1; i < 10; i++) {
                Probe.subscribeTo(asking.requestStream(Payload.of("y"))).assertNotEnded();
            }
            Probe.subscribeTo(asking.requestStream(Payload.of("z"))).assertFailed(RSocketException.Rejected.class);
            left.cancel();
            Probe.subscribeTo(asking.requestStream(Payload.of("y"))).assertNotEnded();
            Probe.subscribeTo(asking.requestStream(Payload.of("z"))).assertFailed(RSocketException.Rejected.class);
        }
    }

    /** A refusal is to cost little while nobody has left. */
    @Test
    void whoIsRefusedDoesNotHaveAllThatWaitLookedAt() {
        AtomicInteger looks = new AtomicInteger();
        Asking asking = new Asking(client(link, false, new ArrayList<>()).handle(), 1_000);
        link.writable = false;
        Emitter<?> emitter = (Emitter<?>) Proxy.newProxyInstance(
                Emitter.class.getClassLoader(), new Class<?>[] {Emitter.class}, (proxy, method, arguments) -> {
                    looks.addAndGet(method.getName().equals("isCancelled") ? 1 : 0);
                    return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
        for (int i = 0; i < 2_000; i++) {
            assertEquals(i < 1_000, asking.begin(emitter, () -> false));
        }
        assertEquals(2_000, looks.get(), "each at itself");
    }

    /** What is dropped on the way is asked for again. */
    @Test
    void theFirstOfSomeIsFound() throws Exception {
        RSocketConnection asking = asking(Want.LEASE);
        Probe<String> found = Probe.subscribeTo(asking.requestStream(Payload.of("x"))
                .map(Payload::text)
                .filter(text -> text.equals("b"))
                .first()
                .toMany());
        comes(Want.LEASE);
        link.comes(1, FrameType.PAYLOAD, FrameType.NEXT, "a");
        assertEquals(List.of("1 STREAM 1 x", "1 REQUEST_N 1"), link.sent);
        link.comes(1, FrameType.PAYLOAD, FrameType.NEXT, "b");
        found.assertItems("b").assertCompleted();
    }

    private static Map<String, Function<RSocket, Flow.Publisher<?>>> asked() {
        Payload request = Payload.of("x");
        return Map.of(
                "1 RESPONSE x",
                socket -> socket.requestResponse(request).toMany(),
                "1 STREAM 5 x",
                socket -> socket.requestStream(request),
                "1 CHANNEL 5 x\n1 PAYLOAD C",
                socket -> socket.requestChannel(Many.of(request)),
                "1 FNF x",
                socket -> socket.fireAndForget(request).toMany());
    }

    /** Between the look at the lease and its use, too, and whether it is asked at once or has waited before. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatFindsTheLeaseOverWaitsForTheNext(boolean waited) throws Exception {
        for (Map.Entry<String, Function<RSocket, Flow.Publisher<?>>> each : asked().entrySet()) {
            Ticking own = new Ticking();
            RSocketConnection asking = asking(Want.LEASE, own);
            Probe<?> probe = Probe.demanding(5);
            if (waited) {
                subscribe(each.getValue().apply(asking), probe);
                own.tick = MOST_OF_A_LEASE;
            }
            own.comes(0, FrameType.LEASE, 0, 60_000, 1);
            if (!waited) {
                own.tick = MOST_OF_A_LEASE;
                subscribe(each.getValue().apply(asking), probe);
            }
            assertEquals(List.of(), own.sent, each.getKey());
            probe.assertNothing();
            own.tick = 0;
            own.comes(0, FrameType.LEASE, 0, 60_000, 1);
            assertEquals(each.getKey(), String.join("\n", own.sent));
        }
    }

    @SuppressWarnings("unchecked") // a probe takes whatever comes
    private static <T> void subscribe(Flow.Publisher<T> publisher, Probe<?> probe) {
        publisher.subscribe((Probe<T>) probe);
    }
}
