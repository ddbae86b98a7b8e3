package dev.weir.net.fuzz;

import dev.weir.One;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Response;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.http.client.HttpClientBuilder;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A client whose time stands still unless it is told, and what it makes of the bytes of a server. */
final class FuzzedClient implements AutoCloseable {
    private static final int LONGEST_LIMITS = 100; // of five seconds each

    private final VirtualTime time = new VirtualTime();
    private final TestServer other = TestServer.start(request -> One.of(Response.text("ok")));
    private final HttpClient client;

    FuzzedClient(UnaryOperator<HttpClientBuilder> options) {
        client = options.apply(HttpClient.builder().threads(1).clock(time)).build();
    }

    /**
     * What the client makes of a response.
     *
     * @param begin what the server does before
     * @param pieces what it sends, each piece when the client's loop has seen the one before
     * @param silent whether it says nothing after that, instead of closing
     */
    String outcome(Consumer<RawSocket> begin, List<byte[]> pieces, boolean silent) throws Exception {
        try (RawServer server = RawServer.start()) { // one of its own: another try is not to reach the next one's
            return outcome(server, begin, pieces, silent);
        }
    }

    private String outcome(RawServer server, Consumer<RawSocket> begin, List<byte[]> pieces, boolean silent)
            throws Exception {
        CompletableFuture<String> outcome = client.get(server.url("/"))
                .withRedirects(false)
                .send(response -> response.bytes()
                        .map(body -> response.status() + " " + response.headers() + " " + Arrays.hashCode(body)))
                .toCompletionStage()
                .toCompletableFuture();
        try (RawSocket peer = server.accept()) {
            begin.accept(peer);
            for (byte[] piece : pieces) {
                peer.offer(piece);
                roundTrip();
            }
            for (int i = 0; silent && !outcome.isDone(); i++) {
                if (i > LONGEST_LIMITS) {
                    throw new AssertionError("the client waits without end");
                }
                time.advance(Duration.ofSeconds(5));
                roundTrip();
            }
        }
        server.close(); // else whoever comes back for another try waits as long as time stands still
        try {
            return outcome.get(120, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ClientException known) {
                return known.reason().toString();
            }
            throw e;
        }
    }

    private void roundTrip() throws Exception {
        client.get("http://127.0.0.1:" + other.port() + "/")
                .text()
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    @Override
    public void close() {
        client.close();
        other.close();
    }
}
