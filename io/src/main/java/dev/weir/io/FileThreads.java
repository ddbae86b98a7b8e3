package dev.weir.io;

import dev.weir.io.disk.DiskThreads;
import java.util.concurrent.Executor;

/** Who reads and writes files unless told otherwise: each stream has at most one task there. */
final class FileThreads {
    static final Executor SHARED = DiskThreads.several("weir-file");

    private FileThreads() {}
}
