/** A live currency desk: the runnable example. */
module dev.weir.desk {
    requires static org.jspecify;
    requires dev.weir;
    requires dev.weir.net;
    requires dev.weir.rsocket;
}
