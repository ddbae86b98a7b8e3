package dev.weir.net.websocket;

import dev.weir.Cancellable;
import dev.weir.Emitter;
import dev.weir.One;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a client does with a WebSocket: its outcome is known when that has ended and the connection is closed. */
final class ClientUse<R extends @Nullable Object> implements Use {
    /** A value, which may be null, so that a stream can carry it. */
    record SessionValue<R extends @Nullable Object>(R value) {}

    private final Target target;
    private final WebSocketClient.Session<R> session;
    private final Handshaken agreed;
    private final Emitter<SessionValue<R>> emitter;
    private volatile @Nullable SocketHandler socket;
    private @Nullable Cancellable run;
    private @Nullable Runnable outcome;
    private boolean holding; // the loop, whose clock is the session's
    private boolean closed;

    ClientUse(Target target, WebSocketClient.Session<R> session, Handshaken agreed, Emitter<SessionValue<R>> emitter) {
        this.target = target;
        this.session = session;
        this.agreed = agreed;
        this.emitter = emitter;
    }

    @Override
    public String where() {
        return target.toString();
    }

    @Override
    public void opened(SocketHandler opened) {
        socket = opened;
        if (emitter.isCancelled()) {
            given();
            return;
        }
        holding = true;
        opened.share().hold();
        try {
            run = one(opened)
                    .withContext(_ -> emitter.context().withClock(opened.share().clock()))
                    .subscribe(
                            value -> opened.onLoop(() -> ended(opened, value)),
                            failure -> opened.onLoop(() -> failed(opened, failure)));
        } catch (Throwable failure) {
            failed(opened, failure);
        }
    }

    private One<R> one(SocketHandler opened) throws Exception {
        return Objects.requireNonNull(
                session.run(new WebSocket(opened, agreed)), "the function returned null instead of a One");
    }

    private void ended(SocketHandler opened, R value) {
        outcome = () -> {
            emitter.next(new SessionValue<>(value));
            emitter.complete();
        };
        finish(opened, new CloseReason(CloseReason.NORMAL, ""));
    }

    private void failed(SocketHandler opened, Throwable failure) {
        outcome = () -> emitter.error(failure);
        finish(opened, new CloseReason(CloseReason.INTERNAL_ERROR, ""));
    }

    private void finish(SocketHandler opened, CloseReason reason) {
        opened.close(reason);
        tell();
    }

    /** Whoever wanted the outcome has it, or has gone; on any thread. */
    void given() {
        SocketHandler opened = socket;
        if (opened != null) {
            opened.onLoop(() -> {
                cancel();
                opened.close(new CloseReason(CloseReason.GOING_AWAY, ""));
                letGo(opened);
            });
        }
    }

    private void cancel() {
        Cancellable running = run;
        if (outcome == null && running != null) {
            running.cancel();
        }
    }

    @Override
    public void closed() {
        closed = true;
        if (emitter.isCancelled()) {
            cancel();
        }
        tell();
    }

    private void tell() {
        Runnable known = outcome;
        if (closed && known != null) {
            known.run();
        }
        SocketHandler opened = socket;
        if (opened != null) {
            letGo(opened);
        }
    }

    /** The session may go on for longer than the connection. */
    private void letGo(SocketHandler opened) {
        if (holding && closed && (outcome != null || emitter.isCancelled())) {
            holding = false;
            opened.share().release();
        }
    }
}
