package dev.weir.rsocket.raw;

import dev.weir.Emitter;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.rsocket.Payload;
import dev.weir.rsocket.RSocket;
import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketConnection;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Weir by its streams. */
public final class FaceSubject implements Subject {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @Override
    public Role serve(Options options) {
        FaceRole role = new FaceRole();
        RSocketServer.Builder builder = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .accept((setup, peer) -> {
                    if (options.refuses) {
                        throw new RSocketException.RejectedSetup("not today");
                    }
                    role.connection.complete(peer);
                    return One.of(new Answers(role.heard));
                });
        builder = options.resume ? builder.resume(GENEROUS) : builder;
        builder = options.clock == null ? builder : builder.clock(options.clock);
        builder = options.fragment == 0 ? builder : builder.fragment(options.fragment);
        builder = options.maxPayload == 0 ? builder : builder.maxPayload(options.maxPayload);
        RSocketServer server = builder.start().await(GENEROUS);
        role.port = server.port();
        role.closing = server::close;
        return role;
    }

    @Override
    public Role connect(int port, Options options) {
        FaceRole role = new FaceRole();
        role.closing = () -> {
            var _ = role.connection.thenAccept(RSocketConnection::close);
        };
        RSocketClient.Builder builder = RSocketClient.builder()
                .keepalive(options.keepalive)
                .lifetime(options.lifetime)
                .metadataMimeType("text/plain")
                .dataMimeType("text/plain")
                .handler(new Answers(role.heard));
        builder = options.resume ? builder.resume(GENEROUS) : builder;
        builder = options.clock == null ? builder : builder.clock(options.clock);
        builder = options.fragment == 0 ? builder : builder.fragment(options.fragment);
        builder = options.maxPayload == 0 ? builder : builder.maxPayload(options.maxPayload);
        var _ = builder.build()
                .connect("tcp://127.0.0.1:" + port)
                .subscribe(role.connection::complete, role.connection::completeExceptionally);
        return role;
    }

    private static String take(BlockingQueue<String> words) {
        try {
            String word = words.poll(120, TimeUnit.SECONDS);
            if (word == null) {
                throw new AssertionError("nothing came");
            }
            return word;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What {@link LoopAnswers} does. */
    private record Answers(Queue<String> heard) implements RSocket {
        private static @Nullable Throwable failure(String data) {
            if (data.equals("fail")) {
                return new RSocketException.ApplicationError("failed");
            }
            return data.startsWith("code:")
                    ? RSocketException.of(Integer.parseUnsignedInt(data.substring("code:".length()), 16), "told to")
                    : null;
        }

        private static int number(String data) {
            return Integer.parseInt(data.substring(data.indexOf(':') + 1));
        }

        @Override
        public One<Payload> requestResponse(Payload request) {
            String data = request.text();
            heard.add("response " + data);
            Throwable failure = failure(data);
            if (failure != null) {
                return One.fail(() -> failure);
            } else if (data.equals("never")) {
                return One.<Payload>never().doFinally(end -> heard.add("cancelled " + data));
            }
            return One.of(data.startsWith("big:") ? Payload.of("x".repeat(number(data))) : request);
        }

        @Override
        public Many<Payload> requestStream(Payload request) {
            heard.add("stream " + request.text());
            return items(request.text());
        }

        private Many<Payload> items(String data) {
            Throwable failure = failure(data);
            if (failure != null) {
                return Many.fail(() -> failure);
            }
            Many<Payload> items = data.startsWith("count:")
                    ? Many.range(0, number(data)).map(i -> Payload.of(Integer.toString(i)))
                    : data.equals("forever")
                            ? Many.range(0, Integer.MAX_VALUE).map(i -> Payload.of(Integer.toString(i)))
                            : Many.never();
            return items.doFinally(end -> {
                if (end == Ending.CANCELLED) {
                    heard.add("cancelled " + data);
                }
            });
        }

        @Override
        public Many<Payload> requestChannel(Many<Payload> requests) {
            return Many.emitter(
                    Overflow.buffer(10_000), emitter -> requests.subscribe(new Channel(this, heard, emitter)));
        }

        @Override
        public One<@Nullable Void> fireAndForget(Payload request) {
            heard.add("fnf " + request.text());
            return One.ofVoid();
        }

        @Override
        public One<@Nullable Void> metadataPush(ByteBuffer metadata) {
            heard.add("push " + StandardCharsets.UTF_8.decode(metadata));
            return One.ofVoid();
        }
    }

    /** The answers to a channel, which its first payload decides. */
    private static final class Channel implements Flow.Subscriber<Payload> {
        private final Answers answers;
        private final Queue<String> heard;
        private final Emitter<Payload> emitter;
        private final List<String> collected = new ArrayList<>();
        private String kind = "";

        Channel(Answers answers, Queue<String> heard, Emitter<Payload> emitter) {
            this.answers = answers;
            this.heard = heard;
            this.emitter = emitter;
        }

        @Override
        public void onSubscribe(Flow.Subscription requests) {
            requests.request(1_000);
        }

        @Override
        public void onNext(Payload request) {
            if (kind.isEmpty()) {
                kind = request.text();
                heard.add("channel " + kind);
                if (!kind.equals("echo") && !kind.equals("collect")) {
                    emitter.onEnd(answers.items(kind)
                            .take(1_000)
                            .subscribe(emitter::next, emitter::error, emitter::complete));
                    return;
                }
            }
            if (kind.equals("echo")) {
                emitter.next(request);
            } else if (!kind.equals("collect")) {
                heard.add("item " + request.text());
            } else if (!request.text().equals(kind)) {
                collected.add(request.text());
            }
        }

        @Override
        public void onError(Throwable failure) {
            heard.add("failed " + failure.getMessage());
        }

        @Override
        public void onComplete() {
            if (kind.equals("collect")) {
                emitter.next(Payload.of(String.join(",", collected)));
                emitter.complete();
            } else if (kind.equals("echo")) {
                emitter.complete();
            } else {
                heard.add("complete");
            }
        }
    }

    private static final class FaceRole implements Role {
        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        final CompletableFuture<RSocketConnection> connection = new CompletableFuture<>();
        Runnable closing;
        int port;

        private RSocketConnection peer() {
            return connection.orTimeout(120, TimeUnit.SECONDS).join();
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public String heard() {
            return take(heard);
        }

        @Override
        public void lease(Duration timeToLive, int requests) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Call response(String metadata, String data) {
            FaceCall call = new FaceCall();
            Payload request = metadata.isEmpty() ? Payload.of(data) : Payload.of(data, metadata);
            peer().requestResponse(request).toMany().subscribe(call.demanding(1));
            return call;
        }

        @Override
        public Call stream(String data, long initial) {
            FaceCall call = new FaceCall();
            peer().requestStream(Payload.of(data)).subscribe(call.demanding(initial));
            return call;
        }

        @Override
        public Call channel(String data, long initial) {
            FaceCall call = new FaceCall();
            Many<Payload> requests = Many.<Payload>emitter(Overflow.buffer(100), emitter -> {
                call.requests.complete(emitter);
                emitter.next(Payload.of(data));
            });
            peer().requestChannel(requests).subscribe(call.demanding(initial));
            return call;
        }

        @Override
        public void fireAndForget(String data) {
            peer().fireAndForget(Payload.of(data)).await(GENEROUS);
        }

        @Override
        public void metadataPush(String metadata) {
            peer().metadataPush(StandardCharsets.UTF_8.encode(metadata)).await(GENEROUS);
        }

        @Override
        public void drain() {
            peer().finish();
        }

        @Override
        public void close() {
            closing.run();
        }
    }

    private static final class FaceCall implements Call, Flow.Subscriber<Payload> {
        private final BlockingQueue<String> came = new LinkedBlockingQueue<>();
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        private final CompletableFuture<Emitter<Payload>> requests = new CompletableFuture<>();
        private long initial;

        FaceCall demanding(long count) {
            initial = count;
            return this;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription.complete(given);
            given.request(initial);
        }

        @Override
        public void onNext(Payload payload) {
            String metadata = payload.metadataText();
            came.add("next " + (metadata == null ? "" : metadata + "|") + payload.text());
        }

        @Override
        public void onError(Throwable failure) {
            came.add(
                    failure instanceof RSocketException known
                            ? "error " + Integer.toHexString(known.code()) + " " + known.getMessage()
                            : failure.toString());
        }

        @Override
        public void onComplete() {
            came.add("complete");
        }

        @Override
        public void request(long count) {
            subscription.join().request(count);
        }

        @Override
        public void cancel() {
            subscription.join().cancel();
        }

        @Override
        public void send(String data) {
            requests.join().next(Payload.of(data));
        }

        @Override
        public void complete() {
            requests.join().complete();
        }

        @Override
        public void fail(String message) {
            requests.join().error(new RSocketException.ApplicationError(message));
        }

        @Override
        public String next() {
            return take(came);
        }
    }
}
