package dev.weir.net.http.content;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.util.Native;

/** Which of the optional libraries for codings can be used. */
public final class Libraries {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");

    /** brotli4j, with its native library for this platform. */
    public static final boolean BROTLI =
            has("com.aayushatharva.brotli4j.Brotli4jLoader") && BrotliLibrary.isAvailable();

    /** zstd-jni. */
    public static final boolean ZSTD = has("com.github.luben.zstd.util.Native") && ZstdLibrary.isAvailable();

    private Libraries() {}

    private static boolean has(String type) {
        try {
            Class.forName(type, false, Libraries.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError missing) {
            return false;
        }
    }

    private static void tell(String library, String coding) {
        LOG.log(
                System.Logger.Level.INFO,
                library + " is there, but not its native library for this platform: nothing is coded with " + coding);
    }

    /** Touches brotli4j only when it is there. */
    private static final class BrotliLibrary {
        static boolean isAvailable() {
            if (!Brotli4jLoader.isAvailable()) {
                tell("brotli4j", "brotli");
                return false;
            }
            return true;
        }
    }

    /** Touches zstd-jni only when it is there. */
    private static final class ZstdLibrary {
        static boolean isAvailable() {
            try {
                Native.load();
                return true;
            } catch (LinkageError missing) {
                tell("zstd-jni", "zstd");
                return false;
            }
        }
    }
}
