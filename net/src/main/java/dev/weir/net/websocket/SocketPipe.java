package dev.weir.net.websocket;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.dial.Dialer;
import dev.weir.net.http.Headers;
import dev.weir.net.loop.FirstFailure;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Pipe;
import dev.weir.net.loop.Received;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A client's WebSocket to a handler in the same process, as if it were agreed on. */
final class SocketPipe {
    private static final Target TARGET = Target.of("ws://localhost/");

    private final WebSocket.Handler handler;
    private final Dialer dialer;
    private final WebSocketOptions options;
    private final Handshaken asked;
    private final Handshaken answered;
    private final FirstFailure failures = new FirstFailure();

    /**
     * A WebSocket.
     *
     * @param headers of the client
     */
    SocketPipe(WebSocket.Handler handler, Dialer dialer, WebSocketOptions options, Headers headers) {
        this.handler = handler;
        this.dialer = dialer;
        this.options = options;
        String protocol = options.protocols.isEmpty() ? null : options.protocols.getFirst();
        Deflate deflate = options.compression == MessageCompression.OFF
                ? null
                : Deflate.accept(List.of(Deflate.offer(options.compression)), options.compression);
        this.asked = new Handshaken(headers, protocol, deflate);
        this.answered = new Handshaken(Headers.empty(), protocol, deflate);
    }

    <R extends @Nullable Object> One<R> run(WebSocketClient.Session<R> session) {
        return Many.<ClientUse.SessionValue<R>>emitter(Overflow.buffer(1), emitter -> open(session, emitter))
                .first()
                .map(outcome -> Objects.requireNonNull(outcome, "no outcome").value())
                .onErrorMap(failures::behind);
    }

    private <R extends @Nullable Object> void open(
            WebSocketClient.Session<R> session, Emitter<ClientUse.SessionValue<R>> emitter) {
        WebSocketClient.Session<R> watched = socket -> failures.of("the function", () -> session.run(socket));
        ClientUse<R> use = new ClientUse<>(TARGET, watched, answered, emitter);
        Pipe.open(dialer.loops(), false, (ours, theirs) -> {
            begin(theirs, true, asked, new ServerUse(this::handle, asked, TARGET.path(), 0));
            begin(ours, false, answered, use);
        });
        emitter.onEnd(use::given);
    }

    private void begin(Channel channel, boolean server, Handshaken agreed, Use use) {
        LoopShare share = dialer.shares().of(channel.eventLoop());
        channel.pipeline()
                .addLast(new SocketHandler(
                        channel, share, new Received(share), new Output(channel, share), server, agreed, options, use));
    }

    private One<@Nullable Void> handle(WebSocket socket) throws Exception {
        return failures.of("the handler", () -> handler.handle(socket));
    }
}
