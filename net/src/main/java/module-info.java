/** Streams over the network: {@link dev.weir.net.tcp}, {@link dev.weir.net.http}, {@link dev.weir.net.websocket}. */
@SuppressWarnings("module") // what speaks other protocols is built after this one
module dev.weir.net {
    requires static transitive org.jspecify;
    requires static com.fasterxml.jackson.databind;
    requires static com.aayushatharva.brotli4j;
    requires static com.github.luben.zstd_jni;
    requires transitive dev.weir;
    requires dev.weir.io;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.codec.http2;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.handler.proxy;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;

    exports dev.weir.net;
    exports dev.weir.net.http;
    exports dev.weir.net.http.client;
    exports dev.weir.net.http.filter;
    exports dev.weir.net.http.form;
    exports dev.weir.net.link to
            dev.weir.rsocket;
    exports dev.weir.net.tcp;
    exports dev.weir.net.websocket;
}
