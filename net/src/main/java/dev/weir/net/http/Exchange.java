package dev.weir.net.http;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.net.http.route.Params;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.Percent;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Outbound;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Takeover;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One request and its response, on the event loop of what carries it. */
final class Exchange {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");

    /** Unread request bodies up to this size are thrown away to keep the carrier. */
    static final int MAX_SKIPPED = 64 * 1024;

    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.ISO_8859_1);

    private enum State {
        HANDLING,
        SENDING,
        OVER
    }

    private final Carrier carrier;
    private final Service service;
    private final Output out;
    private final RequestHead head;
    private final RequestBody body;

    private State state = State.HANDLING;
    private boolean counted;
    private boolean streaming;
    private boolean events;
    private boolean malformed;
    private @Nullable Cancellable run;
    private @Nullable Outbound<?> outbound;
    private @Nullable Coder coder;
    private @Nullable Watch watch;
    private long sent;
    private long sentAt;

    /**
     * @param decoder takes the body out of what is received; null if there is none
     */
    Exchange(Carrier carrier, Service service, RequestHead head, @Nullable BodyDecoder decoder) {
        this.carrier = carrier;
        this.service = service;
        this.out = carrier.out();
        this.head = head;
        this.body = new RequestBody(carrier, head, service.limits.maxBody(), decoder);
    }

    RequestBody body() {
        return body;
    }

    /** Asks the handler. */
    void begin() {
        try {
            Request request = request();
            watch(request);
            counted = !service.isAlwaysServed(request);
            if (counted && !service.enter()) {
                counted = false;
                respond(request, service.overloaded());
                return;
            }
            Cancellable started = Objects.requireNonNull(
                            service.handler.handle(request), "the handler returned null instead of a One")
                    .withContext(context -> context.withClock(carrier.clock()))
                    .subscribe(
                            response -> carrier.onLoop(() -> respond(request, response)),
                            failure -> carrier.onLoop(() -> fail(failure)));
            if (state == State.HANDLING) {
                run = started;
            }
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private Request request() throws BadRequest {
        return request(Percent.decode(head.path()));
    }

    private Request request(String path) {
        Call call = new Call(head, carrier, service);
        return new Request(call, path, new Headers(head.fields()), body, Params.NONE, Context.empty());
    }

    private void watch(Request request) {
        Observer observer = service.observer;
        if (observer != null) {
            watch = new Watch(observer, request, carrier.now());
        }
    }

    private void fail(Throwable failure) {
        if (state != State.HANDLING) {
            return;
        }
        Response response;
        if (failure instanceof HttpException known) {
            response = Response.problem(known.problem());
        } else if (failure instanceof BadRequest bad) {
            malformed = true;
            if (watch == null) {
                watch(request(head.path()));
            }
            response = Response.problem(bad.status(), bad.detail());
        } else {
            log("the handler failed at " + head.method() + " " + head.target(), failure);
            response = Response.problem(500, "the server failed to answer; its log says why");
        }
        respond(null, response);
    }

    private static void log(String what, Throwable failure) {
        LOG.log(System.Logger.Level.ERROR, what, failure);
    }

    /**
     * Sends the response.
     *
     * @param request null if the response is about a failure
     */
    private void respond(@Nullable Request request, @Nullable Response answer) {
        if (state != State.HANDLING) {
            return;
        }
        if (answer == null) {
            fail(new NullPointerException("the handler's One gave null instead of a response"));
            return;
        }
        if (answer.body() instanceof Body.Switch next) {
            handOver(answer, next.takeover());
            return;
        }
        Response response;
        try {
            response = request == null ? answer : Selection.of(request, answer.encoded(request));
        } catch (Throwable failure) {
            fail(failure);
            return;
        }
        state = State.SENDING;
        run = null;
        leave();
        boolean silent = head.method().equals("HEAD");
        boolean mayRead = !silent && !(response.body() instanceof Body.Bytes);
        if (mayRead) {
            body.allow(); // a stream that is made of the request's body reads it only from now on
        }
        carrier.head(response, silent, !malformed && body.canBeLeft(mayRead, MAX_SKIPPED));
        if (watch != null) {
            watch.head(response.status(), out.total(), carrier.now());
        }
        if (silent || !ResponseHead.mayHaveBody(response.status())) {
            finish();
        } else {
            send(response.body());
        }
    }

    private void handOver(Response answer, Takeover takeover) {
        if (head.http10() || !carrier.canSwitch()) {
            fail(new HttpException(400, "another protocol can only follow on a connection of HTTP/1.1"));
            return;
        }
        run = null;
        if (watch != null) {
            watch.head(answer.status(), out.total(), carrier.now());
        }
        over(Observer.Outcome.COMPLETED);
        carrier.handOver(answer, takeover);
    }

    private void send(Body content) {
        switch (content) {
            case Body.Bytes bytes
            when bytes.content().length <= BytesContent.AT_ONCE -> {
                frame(ByteBuffer.wrap(bytes.content()));
                finish();
            }
            case Body.Bytes bytes -> start(BytesContent.pieces(bytes.content()), bytes.content().length);
            case Body.Stream stream -> start(stream.content(), stream.length());
            case Body.Coded coded -> {
                coder = new Coder(coded.coding(), this::frame);
                send(coded.content());
            }
            case Body.Valued unknown -> throw new IllegalStateException("values are encoded before");
            case Body.Switch next -> throw new IllegalStateException("a response without a body");
            case Body.Events source -> {
                events = true;
                stream(
                        source.content(),
                        (event, to) -> piece(ByteBuffer.wrap(event.format().getBytes(StandardCharsets.UTF_8))));
            }
        }
    }

    private void start(Many<ByteBuffer> content, long length) {
        LengthCheck check = new LengthCheck(length);
        stream(
                content,
                (buffer, to) -> {
                    check.add(buffer.remaining());
                    piece(buffer);
                },
                check);
    }

    private <T> void stream(Many<T> items, Outbound.Encoder<T> encoder) {
        stream(items, encoder, new LengthCheck(Body.UNKNOWN));
    }

    private <T> void stream(Many<T> items, Outbound.Encoder<T> encoder, LengthCheck check) {
        streaming = true;
        service.streamBegins();
        sentAt = carrier.now();
        out.flushSoon(); // the head does not wait for the first item
        Outbound<T> sender = new Outbound<>(
                carrier.loop(), out, encoder, failure -> streamed(failure != null ? failure : check.missing()));
        outbound = sender;
        items.withContext(context -> context.withClock(carrier.clock())).subscribe(sender);
    }

    private void piece(ByteBuffer content) throws IOException {
        Coder current = coder;
        if (current == null) {
            frame(content);
        } else if (content.hasRemaining() && current.write(content)) {
            carrier.loop().execute(this::flushCoder); // once for all that is sent in this turn
        }
    }

    private void flushCoder() {
        try {
            if (coder != null) {
                coder.flush(out);
            }
        } catch (Exception failure) {
            stop(failure);
        }
    }

    private void stop(@Nullable Throwable failure) {
        Outbound<?> sender = outbound;
        if (sender != null) {
            sender.cancel();
        }
        streamed(failure);
    }

    private void frame(ByteBuffer content) {
        if (content.hasRemaining()) {
            carrier.piece(content);
        }
    }

    private void streamed(@Nullable Throwable failure) {
        if (state != State.SENDING) {
            return;
        }
        Throwable cause = failure;
        if (cause == null && coder != null) {
            try {
                coder.finish();
            } catch (Exception broken) {
                cause = broken;
            }
        }
        if (cause != null) {
            log("the response to " + head.method() + " " + head.target() + " broke off", cause);
            over(Observer.Outcome.BROKEN);
            carrier.breakOff();
            return;
        }
        finish();
    }

    private void finish() {
        over(Observer.Outcome.COMPLETED);
        carrier.end();
    }

    private void leave() {
        if (counted) {
            counted = false;
            service.leave();
        }
    }

    private void over(Observer.Outcome outcome) {
        state = State.OVER;
        leave();
        if (coder != null) {
            coder.close();
        }
        if (watch != null) {
            watch.over(outcome, body.received(), out.total(), carrier.now());
        }
        if (streaming) {
            streaming = false;
            service.streamEnds();
        }
        outbound = null;
    }

    /** The client keeps up again. */
    void writable() {
        Outbound<?> sender = outbound;
        if (sender != null) {
            sender.pull();
        }
    }

    /** The client has gone. */
    void abort() {
        if (state == State.OVER) {
            return;
        }
        Cancellable running = run;
        Outbound<?> sender = outbound;
        over(Observer.Outcome.ABORTED);
        if (running != null) {
            running.cancel();
        }
        if (sender != null) {
            sender.cancel();
        }
        body.fail(new IOException("the client closed the connection before the body was complete"));
    }

    /** The server shuts down: an event stream would never end by itself. */
    void drain() {
        if (events && outbound != null) {
            stop(null);
        }
    }

    /** Checks what takes too long. */
    void look(long now) {
        if (state == State.OVER) {
            return;
        }
        long stall = service.limits.stallTimeout().toNanos();
        if (carrier.stalledFor(now) > stall) {
            carrier.giveUp();
            return;
        }
        body.look(now, stall);
        if (events && state == State.SENDING) {
            beat(now);
        }
    }

    private void beat(long now) {
        if (out.total() != sent) {
            sent = out.total();
            sentAt = now;
        } else if (now - sentAt >= service.limits.heartbeat().toNanos() && out.isWritable()) {
            try {
                piece(ByteBuffer.wrap(HEARTBEAT));
            } catch (IOException failure) {
                stop(failure);
                return;
            }
            out.flushSoon();
            sent = out.total();
            sentAt = now;
        }
    }
}
