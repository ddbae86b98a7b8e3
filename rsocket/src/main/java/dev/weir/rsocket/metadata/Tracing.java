package dev.weir.rsocket.metadata;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a request belongs to, for Zipkin ({@code Extensions/Tracing-Zipkin.md}).
 *
 * @param sampling whether to record it
 * @param ids of the trace and span; null where there is only something to say about recording
 */
public record Tracing(Sampling sampling, @Nullable Ids ids) implements Metadata {
    public static final String TYPE = "message/x.rsocket.tracing-zipkin.v0";

    private static final int HAS_IDS = 0x80;
    private static final int DEBUG = 0x40;
    private static final int SAMPLE = 0x20;
    private static final int NOT_SAMPLED = 0x10;
    private static final int WIDE = 0x08;
    private static final int HAS_PARENT = 0x04;

    /** Whether a request is recorded. */
    public enum Sampling {
        /** Whoever gets it decides. */
        UNDECIDED(0),
        NOT_SAMPLED(Tracing.NOT_SAMPLED),
        SAMPLED(SAMPLE),
        /** Whatever else says no. */
        DEBUG(Tracing.DEBUG);

        private final int flag;

        Sampling(int flag) {
            this.flag = flag;
        }
    }

    /**
     * Numbers without sign.
     *
     * @param traceHigh the upper half of the trace's, 0 if it has 64 bits
     * @param parent the span above, 0 if there is none
     */
    public record Ids(long traceHigh, long trace, long span, long parent) {}

    public static Tracing read(ByteBuffer bytes) {
        ByteBuffer in = bytes.slice();
        int flags = Labels.octet(in, "flags of tracing");
        return new Tracing(sampling(flags), (flags & HAS_IDS) == 0 ? null : ids(flags, in));
    }

    private static Sampling sampling(int flags) {
        if ((flags & DEBUG) != 0) {
            return Sampling.DEBUG;
        }
        if ((flags & SAMPLE) != 0) {
            return Sampling.SAMPLED;
        }
        return (flags & NOT_SAMPLED) != 0 ? Sampling.NOT_SAMPLED : Sampling.UNDECIDED;
    }

    private static Ids ids(int flags, ByteBuffer in) {
        long high = (flags & WIDE) != 0 ? number(in, "trace") : 0;
        long trace = number(in, "trace");
        long span = number(in, "span");
        return new Ids(high, trace, span, (flags & HAS_PARENT) != 0 ? number(in, "parent") : 0);
    }

    private static long number(ByteBuffer in, String what) {
        return Labels.take(in, Long.BYTES, what).getLong();
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public ByteBuffer bytes() {
        Ids known = ids;
        ByteBuffer out = ByteBuffer.allocate(1 + 4 * Long.BYTES);
        if (known == null) {
            return out.put((byte) sampling.flag).flip();
        }
        boolean wide = known.traceHigh != 0;
        boolean child = known.parent != 0;
        out.put((byte) (HAS_IDS | sampling.flag | (wide ? WIDE : 0) | (child ? HAS_PARENT : 0)));
        if (wide) {
            out.putLong(known.traceHigh);
        }
        out.putLong(known.trace).putLong(known.span);
        if (child) {
            out.putLong(known.parent);
        }
        return out.flip();
    }
}
