package dev.weir.rsocket;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.rsocket.engine.Holder;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.View;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/** A stream that we have asked for. On the event loop. */
final class AskedStream implements Holder {
    private final Asking asking;
    private final LoopConnection connection;
    private final Emitter<Payload> emitter;
    private final Inflow inflow;
    private @Nullable Outflow outflow;
    private int number;
    private boolean asked;
    private boolean waits; // until there is a number

    AskedStream(Asking asking, Emitter<Payload> emitter) {
        this.asking = asking;
        this.connection = asking.connection();
        this.emitter = emitter;
        this.inflow = new Inflow(connection, emitter);
        emitter.onEnd(() -> connection.post(this::cancel));
    }

    void response(Payload request) {
        waits = asking.begin(emitter, () -> {
            number = connection.requestResponse(request.metadata(), request.data(), this);
            return number != 0;
        });
    }

    /** Something is demanded: the stream is begun when that is so for the first time. */
    void stream(Payload request) {
        if (asked) {
            demand();
            return;
        }
        asked = true;
        waits = asking.begin(
                emitter,
                () -> begins(initial -> connection.requestStream(request.metadata(), request.data(), initial, this)));
    }

    /** Asks for what is demanded by then; false if the connection takes no request. */
    private boolean begins(LongToIntFunction request) {
        long initial = inflow.untold();
        if (initial == 0) {
            return true; // nobody wants it any more
        }
        number = request.applyAsInt(initial);
        if (number != 0) {
            inflow.told(initial);
        }
        return number != 0;
    }

    private void demand() {
        if (number != 0) {
            inflow.demand(number);
        }
    }

    void channel(Many<Payload> requests) {
        if (asked) {
            demand();
            return;
        }
        asked = true;
        if (emitter.isCancelled() || !asking.expect(this)) {
            return;
        }
        Outflow sending = new Outflow(connection, 0, this::sent);
        outflow = sending;
        sending.first(first -> {
            asking.expectNoMore(this);
            waits = asking.begin(emitter, () -> beginChannel(sending, first));
        });
        requests.withContext(context -> emitter.context()).subscribe(sending);
    }

    private boolean beginChannel(Outflow sending, Payload first) {
        boolean begins =
                begins(initial -> connection.requestChannel(first.metadata(), first.data(), false, initial, this));
        if (number != 0) {
            sending.begun(number);
        }
        return begins;
    }

    /** There are no more requests: if there was not even one, there are no answers. */
    private void sent(@Nullable Throwable failure) {
        if (failure != null) {
            Answering.fail(connection, number, failure, () -> "the requests of a channel failed");
            inflow.fail(failure);
        } else if (number == 0) {
            inflow.complete();
        }
    }

    /** Nobody wants answers any more. If they had all come, requests may go on. */
    private void cancel() {
        asking.expectNoMore(this);
        if (waits && number == 0) {
            asking.gaveUp();
        }
        if (inflow.cancel()) {
            connection.cancel(number);
            stopSending();
        }
    }

    private void stopSending() {
        if (outflow != null) {
            outflow.cancel();
        }
    }

    @Override
    public void next(LoopConnection of, int stream, View payload) {
        inflow.next(payload);
    }

    @Override
    public void complete(LoopConnection of, int stream) {
        inflow.complete();
    }

    @Override
    public void failed(LoopConnection of, int stream, RSocketException failure) {
        stopSending();
        inflow.fail(failure);
    }

    @Override
    public void demanded(LoopConnection of, int stream) {
        if (outflow != null) {
            outflow.pull();
        }
    }

    @Override
    public void cancelled(LoopConnection of, int stream) {
        stopSending();
    }

    @Override
    public void forgotten() {
        if (outflow != null) {
            outflow.drop();
        }
    }
}
