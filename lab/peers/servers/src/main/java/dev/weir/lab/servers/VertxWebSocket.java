package dev.weir.lab.servers;

/** Echoes of texts by Vert.x. */
final class VertxWebSocket implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        VertxHttp.deploy(
                setup,
                (vertx, server) ->
                        server.webSocketHandler(socket -> socket.textMessageHandler(socket::writeTextMessage)));
    }
}
