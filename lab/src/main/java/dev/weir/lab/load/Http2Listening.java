package dev.weir.lab.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;

/**
 * Listens to event streams over HTTP/2: what it counts as requests are events.
 *
 * @param streams how many are open on each connection
 */
public record Http2Listening(int connections, int streams) implements Generator {
    private static final int BYTES = 70; // of an event, about

    @Override
    public Load run(List<String> urls, double seconds) throws IOException, InterruptedException {
        URI server = URI.create(urls.getFirst());
        InetSocketAddress address = new InetSocketAddress(server.getHost(), server.getPort());
        try (Http2EventClients clients = Http2EventClients.connect(address, connections, streams)) {
            double time = clients.pass(seconds);
            long events = clients.counted();
            return new Load(events, events * BYTES, time, 0, new Latencies());
        }
    }
}
