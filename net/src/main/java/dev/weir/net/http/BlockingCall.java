package dev.weir.net.http;

import dev.weir.One;
import dev.weir.net.http.load.Occupied;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One run of a blocking handler, which keeps the places of its request until its thread has ended. */
final class BlockingCall {
    private final Handler.Blocking handler;
    private final Request request;
    private final List<Occupied> places = new ArrayList<>(2);
    private final AtomicBoolean decided = new AtomicBoolean(); // whether the thread runs it, or nobody waits for it

    private BlockingCall(Handler.Blocking handler, Request request) {
        this.handler = handler;
        this.request = request;
    }

    static One<Response> of(Handler.Blocking handler, Request request) {
        return One.defer(() -> new BlockingCall(handler, request).begin());
    }

    private One<Response> begin() {
        enter(request.asked());
        for (Occupied place = request.get(Occupied.KEY); place != null; place = place.before()) {
            enter(place);
        }
        return One.blocking(this::run).doFinally(ending -> {
            if (decided.compareAndSet(false, true)) {
                leave();
            }
        });
    }

    private void enter(Occupied place) {
        if (place.enter()) {
            places.add(place);
        }
    }

    private Response run() throws Exception {
        if (!decided.compareAndSet(false, true)) {
            throw new CancellationException("nobody waited for the handler when its thread began");
        }
        try {
            return handler.handle(request);
        } finally {
            leave();
        }
    }

    private void leave() {
        places.forEach(Occupied::leave);
    }
}
