package dev.weir.net.http;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.net.http.route.Params;
import dev.weir.net.http.server.Answering;
import dev.weir.net.http.server.Carrier;
import dev.weir.net.http.server.Coder;
import dev.weir.net.http.server.Reply;
import dev.weir.net.http.server.RequestBody;
import dev.weir.net.http.server.Sending;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.Percent;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Takeover;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One request and its response, on the event loop of what carries it; also what all views of the request share. */
final class Serving extends Asked implements Answering, Reply {
    private enum Stage {
        HANDLING,
        SENDING,
        OVER
    }

    private final Carrier carrier;
    private final Service service;
    private final RequestHead head;
    private final RequestBody body;

    private Stage state = Stage.HANDLING;
    private boolean inFlight;
    private boolean malformed;
    private int hints;
    private @Nullable Cancellable run;
    private @Nullable Response given;
    private @Nullable Response response;
    private @Nullable Sending sending;
    private @Nullable Watch watch;

    Serving(Carrier carrier, Service service, RequestHead head, @Nullable BodyDecoder decoder) {
        this.carrier = carrier;
        this.service = service;
        this.head = head;
        this.body = new RequestBody(carrier, head, service, decoder);
    }

    @Override
    Service service() {
        return service;
    }

    @Override
    RequestHead head() {
        return head;
    }

    @Override
    Peer peer() {
        return carrier.peer();
    }

    @Override
    String protocol() {
        return carrier.protocol();
    }

    @Override
    Executor loop() {
        return carrier.loop();
    }

    @Override
    void onFailure(Failures.Change change) {
        tell(carrier, () -> failures().change(change));
    }

    @Override
    void interim(int status, Headers fields) {
        tell(carrier, () -> {
            if (state == Stage.HANDLING && !head.http10() && carrier.out().isWritable() && hints++ < 16) {
                carrier.interim(status, fields.fields());
            }
        });
    }

    @Override
    public RequestBody body() {
        return body;
    }

    @Override
    public void begin() {
        try {
            Request request = request(Percent.decode(head.path()));
            watch = Watch.of(service.observer, request, carrier.now());
            if (!service.isAlwaysServed(request)) {
                if (!service.enter()) {
                    respond(request, service.overloaded());
                    return;
                }
                occupy();
                body.enter();
                inFlight = true;
            }
            Cancellable started = Objects.requireNonNull(
                            service.handler.handle(request), "the handler returned null instead of a One")
                    .withContext(context -> context.withClock(carrier.clock()))
                    .subscribe(
                            answer -> answer(carrier, () -> respond(request, answer)),
                            failure -> answer(carrier, () -> fail(failure)));
            if (state == Stage.HANDLING) {
                run = started;
            }
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private Request request(String path) {
        return new Request(this, path, new Headers(head.fields()), body, Params.NONE, Context.empty());
    }

    private void fail(Throwable failure) {
        if (state != Stage.HANDLING) {
            return;
        }
        if (failure instanceof BadRequest) {
            malformed = true;
            if (watch == null) {
                watch = Watch.of(service.observer, request(head.path()), carrier.now());
            }
        }
        respond(null, failures().response(failure));
    }

    /**
     * Sends the response.
     *
     * @param request null if the response is about a failure
     */
    private void respond(@Nullable Request request, @Nullable Response answer) {
        if (answer != null && state != Stage.HANDLING) {
            answer.passed.release().run();
            return;
        }
        if (answer == null) {
            fail(new NullPointerException("the handler's One gave null instead of a response"));
            return;
        }
        release();
        given = answer;
        if (answer.body instanceof Body.Switch next) {
            handOver(answer, next.takeover());
            return;
        }
        if (request != null && isTunnel() && answer.status() < 300) { // which would tell of a WebSocket
            fail(new HttpException(400, "there is no WebSocket here"));
            return;
        }
        boolean silent = head.method().equals("HEAD");
        boolean none;
        Response chosen;
        try {
            chosen = request == null ? answer : Selection.of(request, answer.encoded(request));
            response = chosen;
            none = silent || !mayHaveBody() || (length() == 0 && !hasTrailers());
        } catch (Throwable failure) {
            fail(failure);
            return;
        }
        state = Stage.SENDING;
        run = null;
        boolean mayRead = !none && chosen.body.mayBeOfRequest();
        if (mayRead) {
            body.allow(); // a stream that is made of the request's body reads it only from now on
        }
        if (none || !chosen.body.mayFail()) {
            sendHead(silent, mayRead);
        }
        if (none) {
            finish(Trailers.NONE);
        } else {
            BodySender.send(this, chosen.body);
        }
    }

    /** Sends a head that has waited. */
    void sendHead() {
        sendHead(false, response().body.mayBeOfRequest());
    }

    private void sendHead(boolean silent, boolean mayRead) {
        land();
        carrier.head(this, silent, !malformed && body.canBeLeft(mayRead, Carrier.MAX_SKIPPED));
        body.answering();
        watchHead();
    }

    private void watchHead() {
        if (watch != null) {
            watch.head(status(), carrier.out().total(), carrier.now());
        }
    }

    private Response response() {
        return Objects.requireNonNull(response, "there is no response yet");
    }

    @Override
    public int status() {
        return response().status();
    }

    @Override
    public String[] fields() {
        return response().headers().fields();
    }

    @Override
    public long length() {
        return response().length();
    }

    @Override
    public boolean hasTrailers() {
        return response().hasTrailers();
    }

    /** Whether it asks for another protocol in a stream of HTTP/2. */
    private boolean isTunnel() {
        return head.upgrades() && carrier.protocol().equals("HTTP/2.0");
    }

    private void handOver(Response answer, Takeover takeover) {
        if (head.http10() || !(carrier.protocol().equals("HTTP/1.1") || isTunnel())) {
            fail(new HttpException(400, "another protocol can only follow on HTTP/1.1, or after CONNECT"));
            return;
        }
        run = null;
        response = answer;
        watchHead();
        over(Observer.Outcome.COMPLETED);
        carrier.handOver(this, takeover);
    }

    Sending sending(Coder.@Nullable StreamCoding coding) {
        Sending begun = new Sending(carrier, coding, service.held(), this::sent);
        sending = begun;
        service.streamBegins();
        return begun;
    }

    private void sent(@Nullable Throwable failure) {
        if (state != Stage.SENDING) {
            return;
        }
        if (failure == null) {
            finish();
        } else if (sending == null || sending.isBegun()) {
            broken(failure);
        } else {
            sending = null;
            service.streamEnds();
            state = Stage.HANDLING;
            fail(failure);
        }
    }

    /** Sends the whole body at once. */
    void finish(byte[] whole) {
        if (whole.length > 0) {
            carrier.piece(ByteBuffer.wrap(whole));
        }
        finish();
    }

    private void finish() {
        String[] trailers;
        try {
            trailers = response().following();
        } catch (Throwable failure) {
            broken(failure);
            return;
        }
        finish(trailers);
    }

    private void finish(String[] trailers) {
        over(Observer.Outcome.COMPLETED);
        carrier.end(trailers);
        release();
    }

    private void broken(Throwable failure) {
        failures().broken(failure);
        over(Observer.Outcome.BROKEN);
        carrier.breakOff();
        release();
    }

    /** What was given as the response is read no more. */
    private void release() {
        Response last = given;
        given = null;
        if (last != null) {
            last.passed.release().run();
        }
    }

    private void land() {
        if (inFlight) {
            inFlight = false;
            leave();
        }
    }

    @Override
    protected void free() {
        service.leave();
        body.leave();
    }

    private void over(Observer.Outcome outcome) {
        state = Stage.OVER;
        land();
        body.leave();
        if (watch != null) {
            watch.over(outcome, body.received(), carrier.out().total(), carrier.now());
        }
        if (sending != null) {
            sending = null;
            service.streamEnds();
        }
        if (outcome != Observer.Outcome.ABORTED) {
            body.answered();
        }
    }

    @Override
    public void abort() {
        if (state == Stage.OVER) {
            return;
        }
        Cancellable running = run;
        Sending interrupted = sending;
        over(Observer.Outcome.ABORTED);
        if (running != null) {
            running.cancel();
        }
        if (interrupted != null) {
            interrupted.cancel();
        }
        release();
        body.aborted();
    }

    @Override
    public void writable() {
        if (sending != null) {
            sending.writable();
        }
    }

    @Override
    public void drain() {
        if (sending != null) {
            sending.drain();
        }
    }

    @Override
    public void look(long now) {
        if (state == Stage.OVER) {
            return;
        }
        if (carrier.stalledFor(now) > carrier.patience()) {
            carrier.giveUp();
            return;
        }
        body.look(now, service.limits().stallTimeout().toNanos());
        if (sending != null) {
            sending.look(now);
        }
    }
}
