package dev.weir.lab.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Connections that have sent one request, got its answer, and then do nothing. */
public final class IdleClients implements AutoCloseable {
    private final List<SocketChannel> open = new ArrayList<>();

    private IdleClients() {}

    public static IdleClients connect(InetSocketAddress server, int count) throws IOException {
        IdleClients clients = new IdleClients();
        ByteBuffer answer = ByteBuffer.allocate(4096);
        try {
            for (int i = 0; i < count; i++) {
                SocketChannel client = SocketChannel.open(server);
                clients.open.add(client);
                client.write(ByteBuffer.wrap(Answers.request(server, "/")));
                if (client.read(answer.clear()) <= 0) {
                    throw new IOException("the server closed connection " + (i + 1) + " of " + count);
                }
            }
            return clients;
        } catch (IOException e) {
            clients.close();
            throw new IOException("only " + clients.open.size() + " of " + count + " connections were served", e);
        }
    }

    public int count() {
        return open.size();
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel client : open) {
            client.close();
        }
    }
}
