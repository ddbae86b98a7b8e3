package dev.weir.lab.servers;

import dev.weir.Many;
import dev.weir.net.tcp.TcpConnection;
import dev.weir.net.tcp.TcpServer;
import java.nio.ByteBuffer;

/** Lines on Weir: an empty one ends a request. */
final class WeirTcp implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        var _ = TcpServer.builder()
                .bind(setup.host(), setup.port())
                .maxConnections(Setup.CONNECTIONS)
                .handler(connection -> connection.send(responses(connection, setup)))
                .start()
                .await();
    }

    private static Many<ByteBuffer> responses(TcpConnection connection, Setup setup) {
        Many<ByteBuffer> responses = connection.lines().filter(String::isEmpty).map(end -> response());
        return setup.works() ? responses.delay(setup.work()) : responses;
    }

    private static ByteBuffer response() {
        return ByteBuffer.wrap(Answer.BYTES);
    }
}
