/** RSocket 1.0, servers and clients: {@link dev.weir.rsocket}; below it callbacks on the event loop: {@link dev.weir.rsocket.loop}. */
module dev.weir.rsocket {
    requires static transitive org.jspecify;
    requires transitive dev.weir;
    requires transitive dev.weir.net;

    exports dev.weir.rsocket;
    exports dev.weir.rsocket.loop;
    exports dev.weir.rsocket.metadata;
}
