package dev.weir.net.websocket;

import dev.weir.Emitter;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A protocol that a client speaks over a WebSocket, which outlives whoever asked for it. */
final class SpokenUse implements Use {
    /** What is needed until it is spoken. */
    private record Beginning(Function<? super Link, ? extends Speaker> speaker, Emitter<Void> emitter) {}

    private final Target target;
    private @Nullable Beginning asked;

    SpokenUse(Target target, Function<? super Link, ? extends Speaker> speaker, Emitter<Void> emitter) {
        this.target = target;
        this.asked = new Beginning(speaker, emitter);
    }

    @Override
    public String where() {
        return target.toString();
    }

    @Override
    public void opened(SocketHandler socket) {
        Beginning now = asked;
        if (now == null) {
            return;
        }
        asked = null;
        if (now.emitter().isCancelled()) {
            socket.close(new CloseReason(CloseReason.GOING_AWAY, ""));
            return;
        }
        try {
            var _ = socket.speak(now.speaker(), closed -> {});
            now.emitter().complete();
        } catch (Throwable failure) {
            socket.close(new CloseReason(CloseReason.INTERNAL_ERROR, ""));
            now.emitter().error(failure);
        }
    }

    @Override
    public void closed() {
        Beginning never = asked;
        if (never != null) {
            never.emitter().error(Sender.closed());
        }
    }
}
