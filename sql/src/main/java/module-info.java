/** Queries as streams, over any JDBC database: {@link dev.weir.sql.Db}. */
@SuppressWarnings("module") // the other engine is compiled after this
module dev.weir.sql {
    requires static transitive org.jspecify;
    requires transitive dev.weir;
    requires transitive java.sql;

    exports dev.weir.sql;
    exports dev.weir.sql.engine to
            dev.weir.postgres;
    exports dev.weir.sql.text to
            dev.weir.postgres;
    exports dev.weir.sql.value to
            dev.weir.postgres;
}
