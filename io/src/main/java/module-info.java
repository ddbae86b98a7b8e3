/** Files as streams: {@link dev.weir.io.FileSource}, {@link dev.weir.io.FileSink}. */
module dev.weir.io {
    requires static transitive org.jspecify;
    requires transitive dev.weir;

    exports dev.weir.io;
}
