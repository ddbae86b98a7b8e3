package dev.weir.net.http.filter;

import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.ZstdOutputStream;
import dev.weir.net.http.Coding;
import dev.weir.net.http.content.Libraries;
import dev.weir.net.http.wire.Weighted;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The codings that can be had, the best first. */
final class Codings {
    private static final int BUFFER = 8 * 1024;
    private static final int WINDOW_BITS = 18; // a stream may hold it for hours: not 4 MiB, for 1 to 4 percent more
    private static final int WINDOW = 1 << WINDOW_BITS;
    private static final List<Named> ALL = all();

    /** A coding by its name in {@code Content-Encoding}. */
    record Named(String name, Coding coding) {}

    private Codings() {}

    private static List<Named> all() {
        List<Named> all = new ArrayList<>();
        if (Libraries.BROTLI) {
            all.add(new Named("br", new Brotli()));
        }
        if (Libraries.ZSTD) {
            all.add(new Named("zstd", new Zstd()));
        }
        all.add(new Named("gzip", to -> new GZIPOutputStream(to, BUFFER, true)));
        all.add(new Named("deflate", Codings::deflate));
        return List.copyOf(all);
    }

    private static DeflaterOutputStream deflate(OutputStream to) {
        Deflater deflater = new Deflater();
        return new DeflaterOutputStream(to, deflater, BUFFER, true) {
            @Override
            public void close() throws IOException {
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

    /** Touches brotli4j only when it is there; its memory is as measured. */
    private static final class Brotli implements Coding {
        private static final int QUALITY = 4; // about as fast as gzip
        private static final int STATE = 600 * 1024;

        private final Encoder.Parameters parameters = Encoder.Parameters.create(QUALITY, WINDOW_BITS);

        @Override
        public OutputStream open(OutputStream to) throws IOException {
            return new BrotliOutputStream(to, parameters, BUFFER);
        }

        @Override
        public long memory(long written) {
            return STATE + 5 * Math.min(written, WINDOW);
        }
    }

    /** Touches zstd-jni only when it is there; its memory is as measured. */
    private static final class Zstd implements Coding {
        private static final int LEVEL = 3;
        private static final int TABLE_BITS = 15;
        private static final int STATE = 340 * 1024;

        @Override
        public OutputStream open(OutputStream to) throws IOException {
            return new ZstdOutputStream(to, LEVEL)
                    .setWindowLog(WINDOW_BITS)
                    .setHashLog(TABLE_BITS)
                    .setChainLog(TABLE_BITS);
        }

        @Override
        public long memory(long written) {
            return STATE + 2 * Math.min(written, WINDOW);
        }
    }
}
