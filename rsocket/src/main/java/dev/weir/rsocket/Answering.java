package dev.weir.rsocket;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.rsocket.engine.Codes;
import dev.weir.rsocket.engine.Lingering;
import dev.weir.rsocket.engine.Log;
import dev.weir.rsocket.loop.Bytes;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import dev.weir.rsocket.metadata.Routing;
import java.nio.ByteBuffer;
import java.util.Objects;
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
        Answer answer = new Answer(connection, stream, caller);
        switch (kind) {
            case RESPONSE -> answer.respond(handler.requestResponse(request));
            case STREAM -> answer.stream(handler.requestStream(request));
            case CHANNEL -> answer.channel(handler, request);
        }
        if (isClosed) { // by the handler: nobody knew of the answer then
            answer.failed(connection, stream, new RSocketException.ConnectionError("the connection is closed", null));
        }
        return answer;
    }

    @Override
    public void fireAndForget(LoopConnection connection, View payload) {
        Payload request = Payload.of(payload);
        run(connection, 1, request.metadata(), handler.fireAndForget(request));
    }

    @Override
    public void metadataPush(LoopConnection connection, Bytes metadata) {
        ByteBuffer pushed = metadata.share();
        run(connection, 0, pushed, handler.metadataPush(pushed.asReadOnlyBuffer()));
    }

    /** Does what was taken, though the peer goes: it may have waited for nothing else but to have sent this. */
    private void run(LoopConnection connection, int requests, @Nullable ByteBuffer metadata, One<@Nullable Void> work) {
        Caller caller = new Caller(connection.setup(), connection.remoteAddress(), metadata);
        One<@Nullable Void> begins = Objects.requireNonNull(work, "the handler returned null instead of a One")
                .withContext(context -> context(context, connection, caller));
        count(1, requests);
        var _ = begins.subscribe(done -> ended(connection, requests), failure -> {
            ended(connection, requests);
            if (Codes.told(failure) == null) {
                Log.error(handlerOf(caller), failure);
            }
        });
    }

    private void ended(LoopConnection connection, int requests) {
        var _ = connection.post(() -> count(-1, -requests));
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

    static Context context(Context context, LoopConnection connection, Caller caller) {
        return context.withClock(connection.clock()).with(Caller.KEY, caller);
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
