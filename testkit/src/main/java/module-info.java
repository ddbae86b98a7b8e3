/** Probes and laws for testing streams. */
module dev.weir.testkit {
    requires static org.jspecify;
    requires transitive dev.weir;
    requires jdk.management;

    exports dev.weir.testkit;
}
