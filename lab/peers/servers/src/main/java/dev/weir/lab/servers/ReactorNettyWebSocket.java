package dev.weir.lab.servers;

/** Echoes of texts by reactor-netty. */
final class ReactorNettyWebSocket implements Server {
    @Override
    public void start(Setup setup) {
        ReactorNettyHttp.server(setup)
                .route(routes -> routes.ws(
                        "/echo", (in, out) -> out.sendString(in.receive().asString())))
                .bindNow();
    }
}
