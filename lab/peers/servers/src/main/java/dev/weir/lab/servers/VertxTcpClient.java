package dev.weir.lab.servers;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.function.IntConsumer;

/** Connections by Vert.x. */
final class VertxTcpClient implements HeldConnections.Client {
    private static final Buffer REQUEST = Buffer.buffer(HeldConnections.REQUEST);

    private final NetClient client = Vertx.vertx(
                    new VertxOptions().setEventLoopPoolSize(Setup.loops()).setPreferNativeTransport(true))
            .createNetClient();

    @Override
    public Object connect(Setup setup, IntConsumer came) throws Exception {
        NetSocket socket = client.connect(setup.port(), setup.host())
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        socket.handler(piece -> came.accept(piece.length()));
        socket.write(REQUEST);
        return socket;
    }
}
