package dev.weir.rsocket;

import dev.weir.Cancellable;
import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.rsocket.engine.Holder;
import dev.weir.rsocket.engine.Holding;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.View;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A stream that the peer has asked for. On the event loop. */
final class Answer implements Holder {
    private final Answering answering;
    private final LoopConnection connection;
    private final int stream;
    private final Caller caller;
    private final @Nullable Occupancy occupancy; // of a large request
    private int held; // of a small one, in bytes
    private @Nullable Cancellable running;
    private @Nullable Payload response;
    private @Nullable Outflow outflow;
    private @Nullable Inflow inflow;
    private @Nullable Payload first; // of the requests of a channel, until they are demanded
    private @Nullable RSocketException lost;
    private boolean requestsRead;
    private boolean requestsComplete;

    Answer(Answering answering, LoopConnection connection, int stream, Caller caller, @Nullable Occupancy occupancy) {
        this.answering = answering;
        this.occupancy = occupancy;
        this.connection = connection;
        this.stream = stream;
        this.caller = caller;
    }

    /** Holds a small request until it is {@link #forgotten}. */
    void hold(int bytes) {
        held = bytes;
        Holding.of(connection).small(bytes);
    }

    // ------------------------------------------------------------ one payload

    /** It has waited, and is begun now. */
    void goOn(RSocket handler, Payload request) {
        try {
            respond(handler.requestResponse(request));
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    void respond(One<Payload> answer) {
        running = Objects.requireNonNull(answer, "the handler returned null instead of a One")
                .withContext(context -> answering.context(context, connection, caller, occupancy))
                .subscribe(
                        value -> connection.post(() -> answered(value)),
                        failure -> connection.post(() -> failed(failure)));
    }

    private void failed(Throwable failure) {
        if (lost == null || !(failure instanceof CancellationException)) { // else it says no more than that
            fail(failure);
        }
    }

    private void answered(@Nullable Payload value) {
        if (value == null || value.isNone()) {
            connection.complete(stream);
        } else if (connection.wants(stream)) {
            connection.last(stream, value.metadata(), value.data());
        } else if (connection.credit(stream) > 0) { // else it has ended
            keep(value);
        }
    }

    private void keep(Payload value) {
        String refusal = Holding.of(connection).keep(value.size());
        if (refusal == null) {
            response = value;
        } else {
            fail(new RSocketException.Canceled(refusal));
        }
    }

    private void fail(Throwable failure) {
        Answering.fail(connection, stream, failure, () -> Answering.handlerOf(caller));
    }

    // ------------------------------------------------------------ any number

    void stream(Many<Payload> answers) {
        Outflow sending = new Outflow(connection, stream, this::sent);
        outflow = sending;
        Objects.requireNonNull(answers, "the handler returned null instead of a Many")
                .withContext(context -> answering.context(context, connection, caller, occupancy))
                .subscribe(sending);
    }

    /** There are no more answers: if nobody has read the requests, nobody will. */
    private void sent(@Nullable Throwable failure) {
        if (failure != null) {
            fail(failure);
            ended(new RSocketException.Canceled("the answer has failed"));
        } else if (!requestsRead) {
            requestsRead = true;
            connection.cancel(stream);
        }
    }

    void channel(RSocket handler, Payload request) {
        first = request;
        stream(handler.requestChannel(Many.emitter(Overflow.fail(), this::read)));
    }

    /** Somebody reads the requests. */
    private void read(Emitter<Payload> emitter) {
        if (!connection.post(() -> read(emitter, new Inflow(connection, emitter)))) {
            emitter.error(new RSocketException.ConnectionError("the event loop has ended", null));
        }
    }

    private void read(Emitter<Payload> emitter, Inflow reading) {
        if (requestsRead) {
            emitter.error(new IllegalStateException(
                    "the requests of a channel are read once, and not any more when its answers have ended"));
            return;
        }
        requestsRead = true;
        inflow = reading;
        emitter.onEnd(() -> connection.post(() -> unread(reading)));
        if (lost != null) {
            reading.fail(lost);
        } else {
            emitter.onRequest(() -> connection.post(() -> demand(reading)));
        }
    }

    private void demand(Inflow reading) {
        Payload waiting = first;
        if (waiting != null) {
            first = null;
            reading.first(waiting);
            if (requestsComplete) {
                reading.complete();
                return;
            }
        }
        reading.demand(stream);
    }

    private void unread(Inflow reading) {
        if (reading.cancel()) {
            connection.cancel(stream);
        }
    }

    // ------------------------------------------------------------ what is heard

    @Override
    public void next(LoopConnection of, int number, View payload) {
        if (inflow != null) {
            inflow.next(payload);
        }
    }

    @Override
    public void complete(LoopConnection of, int number) {
        requestsComplete = true;
        if (inflow != null && first == null) {
            inflow.complete();
        }
    }

    @Override
    public void failed(LoopConnection of, int number, RSocketException failure) {
        ended(failure);
    }

    @Override
    public void cancelled(LoopConnection of, int number) {
        ended(new RSocketException.Canceled("whoever asked wants no answer any more"));
    }

    /** Nothing is answered any more. */
    private void ended(RSocketException why) {
        lost = why;
        if (running != null) {
            running.cancel();
        }
        if (outflow != null) {
            outflow.cancel();
        }
        if (inflow != null) {
            inflow.fail(why);
        }
    }

    @Override
    public void demanded(LoopConnection of, int number) {
        Payload waiting = response;
        if (waiting != null) {
            response = null;
            Holding.of(connection).letGo(waiting.size());
            of.last(number, waiting.metadata(), waiting.data());
        }
        if (outflow != null) {
            outflow.pull();
        }
    }

    @Override
    public void forgotten() {
        if (occupancy != null) {
            occupancy.leave();
        } else if (held > 0) {
            Holding.of(connection).small(-held);
            held = 0;
        }
        Payload waiting = response;
        if (waiting != null) {
            response = null;
            Holding.of(connection).letGo(waiting.size());
        }
        if (outflow != null) {
            outflow.drop();
        }
        answering.waitsNoMore(this);
    }
}
