/** A workbench for watching streams run. */
module dev.weir.desk {
    requires static org.jspecify;
    requires dev.weir;
    requires dev.weir.net;
}
