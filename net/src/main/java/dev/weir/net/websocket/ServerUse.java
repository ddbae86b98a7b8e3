package dev.weir.net.websocket;

import dev.weir.Cancellable;
import dev.weir.net.loop.Held;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A server's handler at work. */
final class ServerUse implements Use {
    private final WebSocket.Handler handler;
    private final Handshaken agreed;
    private final String target;
    private final int kept; // of the request, by what was agreed
    private @Nullable Held held; // where that is counted
    private @Nullable Cancellable run;

    ServerUse(WebSocket.Handler handler, Handshaken agreed, String target, int kept) {
        this.handler = handler;
        this.agreed = agreed;
        this.target = target;
        this.kept = kept;
    }

    @Override
    public String where() {
        return "at " + target;
    }

    @Override
    public void opened(SocketHandler socket) {
        held = socket.share().held();
        held.add(kept);
        try {
            run = Objects.requireNonNull(
                            handler.handle(new WebSocket(socket, agreed)), "the handler returned null instead of a One")
                    .withContext(context -> context.withClock(socket.share().clock()))
                    .subscribe(
                            done -> socket.onLoop(() -> socket.close(new CloseReason(CloseReason.NORMAL, ""))),
                            failure -> socket.onLoop(() -> failed(socket, failure)));
        } catch (Throwable failure) {
            failed(socket, failure);
        }
    }

    private void failed(SocketHandler socket, Throwable failure) {
        socket.fail(failure, "the handler of the WebSocket " + where() + " failed");
    }

    @Override
    public void closed() {
        Cancellable running = run;
        if (running != null) {
            running.cancel();
        }
        if (held != null) {
            held.add(-kept);
            held = null;
        }
    }
}
