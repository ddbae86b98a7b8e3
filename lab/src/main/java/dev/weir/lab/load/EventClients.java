package dev.weir.lab.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Clients of event streams. */
public final class EventClients extends SocketClients {
    /** It is in each event once, and nowhere else. */
    private static final byte MARK = '~';

    private EventClients() throws IOException {}

    public static EventClients connect(InetSocketAddress server, int count) throws IOException, InterruptedException {
        EventClients clients = new EventClients();
        try {
            clients.open(server, count);
            return clients;
        } catch (IOException e) {
            clients.close();
            throw e;
        }
    }

    @Override
    void greet(SocketChannel channel, InetSocketAddress server) throws IOException {
        channel.write(ByteBuffer.wrap(Answers.request(server, "/events")));
    }

    @Override
    int received(SocketChannel channel, ByteBuffer bytes) {
        return marks(bytes);
    }

    static int marks(ByteBuffer bytes) {
        int count = 0;
        byte[] array = bytes.array();
        int from = bytes.arrayOffset();
        for (int i = from; i < from + bytes.limit(); i++) {
            if (array[i] == MARK) {
                count++;
            }
        }
        return count;
    }
}
