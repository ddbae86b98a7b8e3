package dev.weir.net.websocket;

/** What a WebSocket is for; on its event loop. */
interface Use {
    /** Which WebSocket it is, for logs and failures, as in "the WebSocket at /chat". */
    String where();

    void opened(SocketHandler socket);

    /** The connection is closed. */
    void closed();
}
