package dev.weir.rsocket;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.rsocket.engine.Codes;
import dev.weir.rsocket.engine.Holding;
import dev.weir.rsocket.engine.Lingering;
import dev.weir.rsocket.engine.Log;
import dev.weir.rsocket.loop.Bytes;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import dev.weir.rsocket.metadata.Routing;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers the peer of a connection by what an {@link RSocket} says. */
final class Answering implements Lingering {
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private final RSocket handler;
    private final Asking asking;
    private final Runnable closing;
    private final Runnable closed;
    private boolean isClosed;
    private int running;
    private int runningRequests; // of those
    private @Nullable Context common; // of small requests, but for the caller
    private @Nullable SequencedMap<Answer, Payload> waiting; // responses that are not begun: those before are not read

    Answering(RSocket handler, Asking asking, Runnable closing, Runnable closed) {
        this.handler = handler;
        this.asking = asking;
        this.closing = closing;
        this.closed = closed;
    }

    @Override
    public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
        Payload request = Payload.of(payload);
        Caller caller = new Caller(connection.setup(), connection.remoteAddress(), request.metadata());
        Occupancy occupancy = occupancy(connection, request.size());
        Answer answer = new Answer(this, connection, stream, caller, occupancy);
        if (occupancy == null) {
            answer.hold((int) request.size());
        }
        try {
            switch (kind) {
                case RESPONSE -> respond(connection, answer, request);
                case STREAM -> answer.stream(handler.requestStream(request));
                case CHANNEL -> answer.channel(handler, request);
            }
        } catch (Throwable thrown) {
            answer.forgotten();
            throw thrown;
        }
        if (isClosed) { // by the handler: nobody knew of the answer then
            answer.failed(connection, stream, new RSocketException.ConnectionError("the connection is closed", null));
        }
        return answer;
    }

    private @Nullable Occupancy occupancy(LoopConnection connection, long bytes) {
        return Holding.isLarge(bytes) ? new Occupancy(this, connection, bytes) : null;
    }

    private void respond(LoopConnection connection, Answer answer, Payload request) {
        if (waiting != null || Holding.isDelaying(connection)) {
            SequencedMap<Answer, Payload> line = waiting == null ? new LinkedHashMap<>() : waiting;
            line.put(answer, request);
            waiting = line;
        } else {
            answer.respond(handler.requestResponse(request));
        }
    }

    /** Begins the responses that wait, as long as those before are read. */
    private void goOn(LoopConnection connection) {
        while (waiting != null && !Holding.isDelaying(connection)) {
            Answer next = waiting.firstEntry().getKey();
            next.goOn(handler, Objects.requireNonNull(waitsNoMore(next)));
        }
    }

    /** One that may have waited begins, or has ended: gives the request of one that has. */
    @Nullable
    Payload waitsNoMore(Answer answer) {
        SequencedMap<Answer, Payload> line = waiting;
        Payload request = line == null ? null : line.remove(answer);
        if (line != null && line.isEmpty()) {
            waiting = null;
        }
        return request;
    }

    @Override
    public void fireAndForget(LoopConnection connection, View payload) {
        Payload request = Payload.of(payload);
        run(connection, 1, request.size(), request.metadata(), handler.fireAndForget(request));
    }

    @Override
    public void metadataPush(LoopConnection connection, Bytes metadata) {
        ByteBuffer pushed = metadata.share();
        run(connection, 0, pushed.remaining(), pushed, handler.metadataPush(pushed.asReadOnlyBuffer()));
    }

    /** Does what was taken, though the peer goes: it may have waited for nothing else but to have sent this. */
    private void run(
            LoopConnection connection,
            int requests,
            long bytes,
            @Nullable ByteBuffer metadata,
            One<@Nullable Void> work) {
        Caller caller = new Caller(connection.setup(), connection.remoteAddress(), metadata);
        One<@Nullable Void> begins = Objects.requireNonNull(work, "the handler returned null instead of a One");
        Occupancy occupancy = occupancy(connection, bytes);
        long small = occupancy == null ? bytes : 0;
        begun(connection, 1, requests, small);
        var _ = begins.withContext(outer -> context(outer, connection, caller, occupancy))
                .subscribe(done -> ended(connection, requests, occupancy, small), failure -> {
                    ended(connection, requests, occupancy, small);
                    if (Codes.told(failure) == null) {
                        Log.error(handlerOf(caller), failure);
                    }
                });
    }

    private void begun(LoopConnection connection, int all, int requests, long small) {
        count(all, requests);
        Holding.of(connection).small(small);
    }

    private void ended(LoopConnection connection, int requests, @Nullable Occupancy occupancy, long small) {
        if (occupancy != null) {
            occupancy.leave();
        }
        var _ = connection.post(() -> begun(connection, -1, -requests, -small));
    }

    /** So many more run whose requests have ended, or fewer. On any thread. */
    void linger(LoopConnection connection, int more) {
        var _ = connection.post(() -> count(more, more));
    }

    private void count(int all, int requests) {
        running += all;
        runningRequests += requests;
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public int runningRequests() {
        return runningRequests;
    }

    @Override
    public void writable(LoopConnection connection) {
        asking.writable();
        goOn(connection);
    }

    @Override
    public void closing(LoopConnection connection) {
        asking.writable();
        closing.run();
    }

    @Override
    public void closed(LoopConnection connection, @Nullable Throwable failure) {
        isClosed = true;
        asking.closed(failure);
        closed.run();
    }

    /**
     * What the pipeline of a request knows of it.
     *
     * @param outer of who subscribes, mostly nothing: what all requests then have in common is made once
     */
    Context context(Context outer, LoopConnection connection, Caller caller, @Nullable Occupancy occupancy) {
        Context known = outer == Context.empty() ? common : null;
        if (known == null) {
            Occupancy small = new Occupancy(this, connection, 0);
            known = outer.withClock(connection.clock()).with(Occupancy.KEY, small);
            common = outer == Context.empty() ? known : common;
        }
        Context asked = known.with(Caller.KEY, caller);
        return occupancy == null ? asked : asked.with(Occupancy.KEY, occupancy);
    }

    /** What failed, by its route, for the log; the peer has written that, so of what can't be printed there are marks. */
    static String handlerOf(Caller caller) {
        String handler = "a handler of RSocket failed";
        try {
            Routing routing = caller.find(Routing.TYPE, Routing::read);
            return routing == null
                    ? handler
                    : handler + ", of route \""
                            + UNPRINTABLE.matcher(routing.route()).replaceAll("?") + '"';
        } catch (RSocketException.Invalid malformed) {
            return handler;
        }
    }

    /**
     * Fails a stream with what its pipeline has failed with.
     *
     * @param what failed, for the log
     */
    static void fail(LoopConnection connection, int stream, Throwable failure, Supplier<String> what) {
        RSocketException told = Codes.told(failure);
        if (told == null) {
            Log.error(what.get(), failure);
            connection.error(stream, RSocketException.ApplicationError.CODE, "internal error");
        } else {
            connection.error(stream, Codes.ofStream(told), Objects.requireNonNullElse(told.getMessage(), ""));
        }
    }
}
