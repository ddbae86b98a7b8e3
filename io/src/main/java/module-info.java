/** Files as streams: {@link dev.weir.io.FileSource}, {@link dev.weir.io.FileSink}. */
@SuppressWarnings("module") // what has to wait for disks, too, is built after this one
module dev.weir.io {
    requires static transitive org.jspecify;
    requires transitive dev.weir;

    exports dev.weir.io;
    exports dev.weir.io.disk to
            dev.weir.net;
}
