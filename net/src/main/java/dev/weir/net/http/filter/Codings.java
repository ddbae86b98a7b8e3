package dev.weir.net.http.filter;

import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.ZstdOutputStream;
import dev.weir.net.http.Coding;
import dev.weir.net.http.content.Libraries;
import dev.weir.net.http.wire.Weighted;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The codings that can be had, the best first. */
final class Codings {
    private static final int BUFFER = 8 * 1024;
    private static final int BROTLI_QUALITY = 4; // about as fast as gzip
    private static final int ZSTD_LEVEL = 3;
    private static final List<Named> ALL = all();

    /** A coding by its name in {@code Content-Encoding}. */
    record Named(String name, Coding coding) {}

    private Codings() {}

    private static List<Named> all() {
        List<Named> all = new ArrayList<>();
        if (Libraries.BROTLI) {
            all.add(new Named("br", Brotli.coding()));
        }
        if (Libraries.ZSTD) {
            all.add(new Named("zstd", Zstd.coding()));
        }
        all.add(new Named("gzip", to -> new GZIPOutputStream(to, BUFFER, true)));
        all.add(new Named("deflate", Codings::deflate));
        return List.copyOf(all);
    }

    private static DeflaterOutputStream deflate(java.io.OutputStream to) {
        Deflater deflater = new Deflater();
        return new DeflaterOutputStream(to, deflater, BUFFER, true) {
            @Override
            public void close() throws java.io.IOException {
                try {
                    super.close();
                } finally {
                    deflater.end(); // the stream frees only its own
                }
            }
        };
    }

    /** The one that the client likes best, of several the best; null if it wants none. */
    static @Nullable Named best(List<Weighted> accepted) {
        Named best = null;
        double weight = 0;
        for (Named coding : ALL) {
            double of = Weighted.of(accepted, coding.name());
            if (of > weight) {
                best = coding;
                weight = of;
            }
        }
        return weight < Weighted.exactly(accepted, "identity") ? null : best;
    }

    /** Touches brotli4j only when it is there. */
    private static final class Brotli {
        static Coding coding() {
            Encoder.Parameters parameters = Encoder.Parameters.create(BROTLI_QUALITY);
            return to -> new BrotliOutputStream(to, parameters, BUFFER);
        }
    }

    /** Touches zstd-jni only when it is there. */
    private static final class Zstd {
        static Coding coding() {
            return to -> new ZstdOutputStream(to, ZSTD_LEVEL);
        }
    }
}
