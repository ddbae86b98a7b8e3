package dev.weir.net.websocket;

/** Whether messages are compressed if the peer can do so, too: permessage-deflate (RFC 7692). */
public enum MessageCompression {
    /** No message is. */
    OFF,

    /** Each message by itself, in both directions, so that nothing is kept from one to the next. */
    WITHOUT_CONTEXT,

    /** Each message with the help of those before, unless the peer objects: smaller, at some 300 KiB a connection. */
    WITH_CONTEXT
}
