package dev.weir.net.websocket;

/** What a WebSocket is for; on its event loop. */
interface Use {
    void opened(SocketHandler socket);

    /** The connection is closed. */
    void closed();
}
