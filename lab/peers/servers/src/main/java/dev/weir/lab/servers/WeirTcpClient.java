package dev.weir.lab.servers;

import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpConnection;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/** Connections by Weir. */
final class WeirTcpClient implements HeldConnections.Client {
    private final TcpClient client = TcpClient.create();

    @Override
    public Object connect(Setup setup, IntConsumer came) {
        TcpConnection connection = client.connect(setup.host(), setup.port()).await();
        connection.bytes().subscribe(piece -> came.accept(piece.remaining()));
        connection.send(ByteBuffer.wrap(HeldConnections.REQUEST)).await();
        return connection;
    }
}
