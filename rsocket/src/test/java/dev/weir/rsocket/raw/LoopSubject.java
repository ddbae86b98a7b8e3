package dev.weir.rsocket.raw;

import dev.weir.One;
import dev.weir.rsocket.LeasePolicy;
import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketServer;
import dev.weir.rsocket.engine.Numbered;
import dev.weir.rsocket.loop.Bytes;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Weir's engine, by its callbacks on the event loop. */
public final class LoopSubject implements Subject {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @Override
    public Role serve(Options options) {
        LoopRole role = new LoopRole();
        RSocketServer.Builder builder = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .loop((connection, setup) -> {
                    if (options.refuses) {
                        throw new RSocketException.RejectedSetup("not today");
                    }
                    role.connection.complete(connection);
                    return One.of(new LoopAnswers(role.heard));
                });
        builder = options.resume ? builder.resume(GENEROUS) : builder;
        builder = options.clock == null ? builder : builder.clock(options.clock);
        builder = options.lease ? builder.lease(LeasePolicy.byHand()) : builder;
        builder = options.fragment == 0 ? builder : builder.fragment(options.fragment);
        builder = options.maxPayload == 0 ? builder : builder.maxPayload(options.maxPayload);
        builder = options.lease ? builder.lease(LeasePolicy.byHand()) : builder;
        RSocketServer server = builder.start().await(GENEROUS);
        role.port = server.port();
        role.closing = server::close;
        return role;
    }

    @Override
    public Role connect(int port, Options options) {
        LoopRole role = new LoopRole();
        LoopAnswers answers = new LoopAnswers(role.heard);
        role.closing = () -> {
            var _ = role.connection.thenAccept(connection -> connection.post(() -> connection.close("done")));
        };
        RSocketClient.Builder builder = RSocketClient.builder()
                .keepalive(options.keepalive)
                .lifetime(options.lifetime)
                .metadataMimeType("text/plain")
                .dataMimeType("text/plain");
        builder = options.resume ? builder.resume(GENEROUS) : builder;
        builder = options.clock == null ? builder : builder.clock(options.clock);
        builder = options.lease ? builder.lease(LeasePolicy.byHand()) : builder;
        builder = options.fragment == 0 ? builder : builder.fragment(options.fragment);
        builder = options.maxPayload == 0 ? builder : builder.maxPayload(options.maxPayload);
        builder = options.lease ? builder.lease(LeasePolicy.byHand()) : builder;
        var _ = builder.build()
                .connectLoop("tcp://127.0.0.1:" + port, answers)
                .subscribe(role.connection::complete, role.connection::completeExceptionally);
        return role;
    }

    private static String text(View payload) {
        Bytes metadata = payload.metadata();
        return (metadata == null ? "" : metadata.text() + "|") + payload.data().text();
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
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

    private static final class LoopRole implements Role {
        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        final CompletableFuture<LoopConnection> connection = new CompletableFuture<>();
        Runnable closing;
        int port;

        private void onLoop(Consumer<LoopConnection> task) {
            LoopConnection known = connection.orTimeout(120, TimeUnit.SECONDS).join();
            known.post(() -> task.accept(known));
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
            onLoop(loop -> loop.lease(timeToLive, requests));
        }

        @Override
        public Call response(String metadata, String data) {
            LoopCall call = new LoopCall(this);
            onLoop(loop ->
                    call.begun(loop.requestResponse(metadata.isEmpty() ? null : utf8(metadata), utf8(data), call)));
            return call;
        }

        @Override
        public Call stream(String data, long initial) {
            LoopCall call = new LoopCall(this);
            onLoop(loop -> call.begun(loop.requestStream(null, utf8(data), initial, call)));
            return call;
        }

        @Override
        public Call channel(String data, long initial) {
            LoopCall call = new LoopCall(this);
            onLoop(loop -> call.begun(loop.requestChannel(null, utf8(data), false, initial, call)));
            return call;
        }

        @Override
        public void fireAndForget(String data) {
            onLoop(loop -> loop.fireAndForget(null, utf8(data)));
        }

        @Override
        public void metadataPush(String metadata) {
            onLoop(loop -> loop.metadataPush(utf8(metadata)));
        }

        @Override
        public void drain() {
            onLoop(LoopConnection::drain);
        }

        @Override
        public void goOnAfter(int number) {
            onLoop(loop -> Numbered.goOnAfter(loop, number));
        }

        @Override
        public void fill(boolean full) {
            onLoop(loop -> Numbered.fill(loop, full));
        }

        @Override
        public void close() {
            closing.run();
        }
    }

    private static final class LoopCall implements Call, StreamListener {
        private final LoopRole role;
        private final BlockingQueue<String> came = new LinkedBlockingQueue<>();
        private final ArrayDeque<String> toSend = new ArrayDeque<>();
        private boolean ends;
        private int stream;

        LoopCall(LoopRole role) {
            this.role = role;
        }

        void begun(int number) {
            stream = number;
            if (number == 0) {
                came.add("none was begun");
            }
        }

        @Override
        public void next(LoopConnection connection, int number, View payload) {
            came.add("next " + text(payload));
        }

        @Override
        public void complete(LoopConnection connection, int number) {
            came.add("complete");
        }

        @Override
        public void failed(LoopConnection connection, int number, RSocketException failure) {
            came.add("error " + Integer.toHexString(failure.code()) + " " + failure.getMessage());
        }

        @Override
        public void demanded(LoopConnection connection, int number) {
            while (!toSend.isEmpty() && connection.wants(stream)) {
                connection.next(stream, null, utf8(toSend.remove()));
            }
            if (ends && toSend.isEmpty()) {
                connection.complete(stream);
            }
        }

        @Override
        public void request(long count) {
            role.onLoop(loop -> loop.request(stream, count));
        }

        @Override
        public void cancel() {
            role.onLoop(loop -> loop.cancel(stream));
        }

        @Override
        public void send(String data) {
            role.onLoop(loop -> {
                if (!ends) {
                    toSend.add(data);
                }
                demanded(loop, stream);
            });
        }

        @Override
        public void complete() {
            role.onLoop(loop -> {
                ends = true;
                demanded(loop, stream);
            });
        }

        @Override
        public void fail(String message) {
            role.onLoop(loop -> loop.error(stream, RSocketException.ApplicationError.CODE, message));
        }

        @Override
        public String next() {
            return take(came);
        }
    }
}
