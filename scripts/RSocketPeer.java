import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Routes;
import dev.weir.rsocket.LeasePolicy;
import dev.weir.rsocket.Payload;
import dev.weir.rsocket.RSocket;
import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketConnection;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketServer;
import dev.weir.rsocket.metadata.CompositeMetadata;
import dev.weir.rsocket.metadata.Routing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Weir as a peer: {@code serve}, or {@code check} with the name, the URL and what is particular of each server: {@code
 * lease}, {@code resume}, {@code mute} if it takes no metadata push, {@code routed} if requests need a route and answers have
 * no metadata, or {@code -}. What a server does, and what is checked,
 * is the same in all languages: see {@code scripts/conformance}, which is also told which Java this one has. {@code cut} with a port passes bytes to it, and kills each
 * connection when 40,000 have passed.
 */
class RSocketPeer {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int FRAGMENT = 16_384;
    private static final int BYTES_OF_A_LIFE = 40_000;

    /** {@code fail} fails, {@code heard} tells what came without an answer, {@code route} the route; all else comes back. */
    private static final class Service implements RSocket {
        private volatile String heard = "nothing";

        @Override
        public One<Payload> requestResponse(Payload request) {
            return switch (request.text()) {
                case "fail" -> One.fail(() -> new RSocketException.ApplicationError("failed"));
                case "heard" -> One.of(Payload.of(heard));
                case "route" ->
                    One.of(Payload.of(CompositeMetadata.read(request.metadata())
                            .find(Routing.TYPE, Routing::read)
                            .route()));
                default -> One.of(request);
            };
        }

        @Override
        public Many<Payload> requestStream(Payload request) {
            int count = Integer.parseInt(request.text().substring("count:".length()));
            return Many.range(0, count).map(i -> Payload.of(Integer.toString(i)));
        }

        @Override
        public Many<Payload> requestChannel(Many<Payload> requests) {
            return requests;
        }

        @Override
        public One<Void> fireAndForget(Payload request) {
            heard = request.text();
            return One.ofVoid();
        }

        @Override
        public One<Void> metadataPush(ByteBuffer metadata) {
            heard = StandardCharsets.UTF_8.decode(metadata).toString();
            return One.ofVoid();
        }
    }

    /** Asks a peer by the route {@code peer}; what wants no answer goes to {@code forget}. */
    private record Routed(RSocket peer) implements RSocket {
        private static Payload to(Payload request) {
            return to("peer", request);
        }

        private static Payload to(String route, Payload request) {
            return Payload.of(
                    request.data(), CompositeMetadata.of(Routing.to(route)).bytes());
        }

        @Override
        public One<Payload> requestResponse(Payload request) {
            return peer.requestResponse(to(request));
        }

        @Override
        public Many<Payload> requestStream(Payload request) {
            return peer.requestStream(to(request));
        }

        @Override
        public Many<Payload> requestChannel(Many<Payload> requests) {
            return peer.requestChannel(requests.map(Routed::to));
        }

        @Override
        public One<Void> fireAndForget(Payload request) {
            return peer.fireAndForget(to("forget", request));
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("serve")) {
            serve();
            return;
        }
        if (arguments[0].equals("cut")) {
            cut(Integer.parseInt(arguments[1]));
            return;
        }
        for (int i = 1; i < arguments.length; i += 3) {
            check(arguments[i], arguments[i + 1], arguments[i + 2]);
        }
        System.exit(0);
    }

    private static void serve() {
        RSocketServer.Builder builder =
                RSocketServer.builder().bind("127.0.0.1", 0).fragment(FRAGMENT).handler(new Service());
        HttpServer web = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(Routes.create().get("/", builder.webSocket()))
                .start()
                .await();
        System.out.println("web " + web.port());
        RSocketServer leasing = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .fragment(FRAGMENT)
                .lease(LeasePolicy.fixed(100_000, Duration.ofSeconds(1)))
                .handler(new Service())
                .start()
                .await();
        System.out.println("leasing " + leasing.port());
        RSocketServer resuming = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .fragment(FRAGMENT)
                .resume(PATIENCE)
                .handler(new Service())
                .start()
                .await();
        System.out.println("resuming " + resuming.port());
        System.out.println("java " + System.getProperty("java.home") + "/bin/java");
        System.out.println("port " + builder.start().await().port());
    }

    private static void cut(int port) throws IOException {
        ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        System.out.println("port " + listening.getLocalPort());
        while (true) {
            Socket client = listening.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            AtomicInteger left = new AtomicInteger(BYTES_OF_A_LIFE);
            Thread.startVirtualThread(() -> pass(client, server, left));
            Thread.startVirtualThread(() -> pass(server, client, left));
        }
    }

    private static void pass(Socket from, Socket to, AtomicInteger left) {
        try (from;
                to) {
            byte[] bytes = new byte[4_096];
            int count = from.getInputStream().read(bytes);
            while (count > 0 && left.addAndGet(-count) > 0) {
                to.getOutputStream().write(bytes, 0, count);
                count = from.getInputStream().read(bytes);
            }
            if (count > 0) {
                System.out.println("cut");
            }
            from.setSoLinger(true, 0);
            to.setSoLinger(true, 0);
        } catch (IOException gone) {
            // so is the other side
        }
    }

    private static void check(String name, String url, String particular) {
        RSocketConnection connection;
        try {
            RSocketClient.Builder builder = RSocketClient.builder()
                    .fragment(FRAGMENT)
                    .dataMimeType("text/plain")
                    .keepalive(Duration.ofSeconds(1))
                    .handler(new Service());
            builder =
                    particular.equals("lease") ? builder.lease(LeasePolicy.fixed(100, Duration.ofSeconds(1))) : builder;
            builder = particular.equals("resume") ? builder.resume(PATIENCE) : builder;
            connection = builder.build().connect(url).await(PATIENCE);
        } catch (RuntimeException failure) {
            System.out.println("FAILED " + name + ": " + failure);
            return;
        }
        boolean routed = particular.equals("routed");
        RSocket peer = routed ? new Routed(connection) : connection;
        String large = "x".repeat(300_000);
        if (routed) {
            check(name, "a response", "hello", () -> ask(peer, "hello"));
        } else {
            check(name, "a response", "hello meta", () -> {
                Payload answer =
                        connection.requestResponse(Payload.of("hello", "meta")).await(PATIENCE);
                return answer.text() + " " + answer.metadataText();
            });
        }
        check(name, "an error", "failed", () -> {
            try {
                return ask(peer, "fail");
            } catch (RSocketException.ApplicationError failure) {
                return failure.getMessage();
            }
        });
        check(name, "a large payload", large, () -> ask(peer, large));
        check(name, "a stream with little credit", numbers(1000), () -> {
            StringBuilder all = new StringBuilder();
            for (Payload item : peer.requestStream(Payload.of("count:1000")).iterate()) {
                all.append(all.isEmpty() ? "" : ",").append(item.text());
            }
            return all.toString();
        });
        check(
                name,
                "a stream that is cancelled",
                numbers(10),
                () -> texts(peer.requestStream(Payload.of("count:1000000")).take(10)));
        check(
                name,
                "a channel",
                numbers(100),
                () -> texts(peer.requestChannel(Many.range(0, 100).map(i -> Payload.of(Integer.toString(i))))));
        check(name, "fire and forget", "fired", () -> {
            peer.fireAndForget(Payload.of("fired")).await(PATIENCE);
            return until(peer, "fired");
        });
        if (!routed
                && !particular.equals("mute")
                && !particular.equals("resume")) { // what is pushed may be lost with a connection
            check(name, "pushed metadata", "pushed", () -> {
                connection.metadataPush(StandardCharsets.UTF_8.encode("pushed")).await(PATIENCE);
                return until(connection, "pushed");
            });
        }
        ByteBuffer route = CompositeMetadata.of(Routing.to("the.route")).bytes();
        check(
                name,
                "a route",
                "the.route",
                () -> connection
                        .requestResponse(Payload.of(StandardCharsets.UTF_8.encode("route"), route))
                        .await(PATIENCE)
                        .text());
        connection.close();
    }

    private static String ask(RSocket socket, String data) {
        return socket.requestResponse(Payload.of(data)).await(PATIENCE).text();
    }

    private static String texts(Many<Payload> payloads) {
        return payloads.map(Payload::text).collect(Collectors.joining(",")).await(PATIENCE);
    }

    private static String numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private static String until(RSocket socket, String wanted) {
        String found = "";
        for (int i = 0; i < 500 && !found.equals(wanted); i++) {
            found = ask(socket, "heard");
        }
        return found;
    }

    private static void check(String name, String what, String wanted, Callable<String> run) {
        String found;
        try {
            found = run.call();
        } catch (Exception failure) {
            found = failure.toString();
        }
        System.out.println(
                wanted.equals(found)
                        ? "ok " + name + ": " + what
                        : "FAILED " + name + ": " + what + ": " + found.substring(0, Math.min(200, found.length())));
    }
}
