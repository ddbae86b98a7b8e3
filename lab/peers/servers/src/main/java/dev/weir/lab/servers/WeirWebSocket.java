package dev.weir.lab.servers;

import dev.weir.net.http.Routes;
import dev.weir.net.websocket.WebSocket;

/** Echoes of texts by Weir. */
final class WeirWebSocket implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        WeirHttp.serve(
                setup,
                Routes.create()
                        .get("/echo", request -> WebSocket.accept(request, socket -> socket.send(socket.messages()))));
    }
}
