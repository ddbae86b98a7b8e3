/** Probes and laws for testing streams. */
module dev.weir.testkit {
    requires static org.jspecify;
    requires transitive dev.weir;

    exports dev.weir.testkit;
}
