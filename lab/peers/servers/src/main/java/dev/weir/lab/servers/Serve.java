package dev.weir.lab.servers;

import dev.weir.lab.streams.Receiving;
import java.util.Map;
import java.util.TreeMap;

/** The process of one server, or of one client. */
public final class Serve {
    private static final String STREAMS = "weir-rsocket-client";

    private static final Map<String, Server> SERVERS = new TreeMap<>(Map.ofEntries(
            Map.entry("single-thread", new SingleThread()),
            Map.entry("thread-per-connection", new ThreadPerConnection(Thread.ofPlatform())),
            Map.entry("thread-pool", new ThreadPool()),
            Map.entry("virtual-threads", new ThreadPerConnection(Thread.ofVirtual())),
            Map.entry("netty-tcp", new NettyTcp()),
            Map.entry("weir-tcp", new WeirTcp()),
            Map.entry("netty-http", new NettyHttp()),
            Map.entry("netty-h2", new NettyHttp2()),
            Map.entry("jdk-http", new JdkHttp()),
            Map.entry("reactor-netty-http", new ReactorNettyHttp()),
            Map.entry("vertx-http", new VertxHttp()),
            Map.entry("helidon-http", new HelidonHttp()),
            Map.entry("weir-http", new WeirHttp()),
            Map.entry("weir-ramp", new WeirRamp()),
            Map.entry("netty-client", new NettyClient()),
            Map.entry("reactor-netty-client", new ReactorNettyClient()),
            Map.entry("weir-client", new WeirClient()),
            Map.entry("netty-body", new NettyBody()),
            Map.entry("reactor-netty-body", new ReactorNettyBody()),
            Map.entry("weir-body", new WeirBody()),
            Map.entry("netty-streams", new NettyStreams()),
            Map.entry("vertx-streams", new VertxStreams()),
            Map.entry("helidon-streams", new HelidonStreams()),
            Map.entry("reactor-netty-streams", new ReactorNettyStreams()),
            Map.entry("weir-streams", new WeirStreams()),
            Map.entry("reactor-netty-events", new ReactorNettyEvents()),
            Map.entry("vertx-events", new VertxEvents()),
            Map.entry("weir-events", new WeirEvents()),
            Map.entry("netty-tcp-client", new HeldConnections(NettyTcpClient::new)),
            Map.entry("vertx-tcp-client", new HeldConnections(VertxTcpClient::new)),
            Map.entry("weir-tcp-client", new HeldConnections(WeirTcpClient::new)),
            Map.entry("weir-rsocket", new WeirRSocket()),
            Map.entry("netty-websocket", new NettyWebSocket()),
            Map.entry("reactor-netty-websocket", new ReactorNettyWebSocket()),
            Map.entry("vertx-websocket", new VertxWebSocket()),
            Map.entry("weir-websocket", new WeirWebSocket())));

    private Serve() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals(STREAMS)) {
            WeirRSocketClient.receive(Receiving.of(arguments));
            System.exit(0);
        }
        Server server = SERVERS.get(arguments[0]);
        if (server == null) {
            throw new IllegalArgumentException("there is no server " + arguments[0] + ", but " + SERVERS.keySet());
        }
        server.start(Setup.of(arguments));
    }
}
