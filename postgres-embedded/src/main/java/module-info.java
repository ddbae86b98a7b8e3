/** A PostgreSQL without set-up, for demos and tests: {@link dev.weir.postgres.embedded.EmbeddedPostgres}. */
module dev.weir.postgres.embedded {
    requires static transitive org.jspecify;
    requires org.tukaani.xz;

    exports dev.weir.postgres.embedded;
}
