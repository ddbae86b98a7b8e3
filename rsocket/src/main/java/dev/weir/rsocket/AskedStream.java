package dev.weir.rsocket;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import org.jspecify.annotations.Nullable;

/** A stream that we have asked for. On the event loop. */
final class AskedStream implements StreamListener {
    private final Asking asking;
    private final LoopConnection connection;
    private final Emitter<Payload> emitter;
    private final Inflow inflow;
    private @Nullable Outflow outflow;
    private int number;
    private boolean asked;

    AskedStream(Asking asking, Emitter<Payload> emitter) {
        this.asking = asking;
        this.connection = asking.connection();
        this.emitter = emitter;
        this.inflow = new Inflow(connection, emitter);
        emitter.onEnd(() -> connection.post(this::cancel));
    }

    void response(Payload request) {
        asking.begin(emitter, () -> number = connection.requestResponse(request.metadata(), request.data(), this));
    }

    /** Something is demanded: the stream is begun when that is so for the first time. */
    void stream(Payload request) {
        if (asked) {
            demand();
            return;
        }
        asked = true;
        asking.begin(emitter, () -> {
            long initial = inflow.untold();
            if (initial > 0) {
                number = connection.requestStream(request.metadata(), request.data(), initial, this);
            }
        });
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
        Outflow sending = new Outflow(connection, 0, this::sourceFailed);
        outflow = sending;
        sending.first(first -> asking.begin(emitter, () -> beginChannel(sending, first)));
        requests.withContext(context -> emitter.context()).subscribe(sending);
    }

    private void beginChannel(Outflow sending, Payload first) {
        long initial = inflow.untold();
        if (initial > 0) {
            number = connection.requestChannel(first.metadata(), first.data(), false, initial, this);
            sending.begun(number);
        }
    }

    private void sourceFailed(Throwable failure) {
        if (failure instanceof Outflow.NoFirst) {
            inflow.complete();
        } else {
            if (number != 0) {
                Answering.fail(connection, number, failure);
            }
            inflow.fail(failure);
        }
    }

    private void cancel() {
        if (outflow != null) {
            outflow.cancel();
        }
        if (inflow.cancel() && number != 0) {
            connection.cancel(number);
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
        if (outflow != null) {
            outflow.cancel();
        }
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
        if (outflow != null) {
            outflow.cancel();
        }
    }
}
