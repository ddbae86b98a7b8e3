/** Streams over the network. */
module dev.weir.net {
    requires static org.jspecify;
    requires transitive dev.weir;
    requires io.netty.buffer;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
}
