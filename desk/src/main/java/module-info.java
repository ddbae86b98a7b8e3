/** A live currency desk: the runnable example. */
module dev.weir.desk {
    requires static org.jspecify;
    requires dev.weir;
    requires dev.weir.net;
    requires dev.weir.rsocket;
    requires dev.weir.postgres;
    requires dev.weir.postgres.embedded;
    requires dev.weir.sql;

    opens dev.weir.desk to
            dev.weir.sql;
}
