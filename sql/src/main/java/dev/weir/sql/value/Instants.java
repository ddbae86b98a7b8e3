package dev.weir.sql.value;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Instants as times at an offset, which databases have: beyond their years, and at {@code MAX} and {@code MIN}, is infinity. */
public final class Instants {
    private static final Instant LAST = LocalDateTime.MAX.toInstant(ZoneOffset.UTC);
    private static final Instant FIRST = LocalDateTime.MIN.toInstant(ZoneOffset.UTC);

    private Instants() {}

    public static OffsetDateTime inUtc(Instant instant) {
        if (instant.isAfter(LAST)) {
            return OffsetDateTime.MAX;
        }
        return instant.isBefore(FIRST) ? OffsetDateTime.MIN : instant.atOffset(ZoneOffset.UTC);
    }

    /** The same moment at no offset; infinity stays what it is. */
    public static OffsetDateTime inUtc(OffsetDateTime time) {
        return isInfinite(time) ? time : time.withOffsetSameInstant(ZoneOffset.UTC);
    }

    private static boolean isInfinite(OffsetDateTime time) {
        return time.equals(OffsetDateTime.MAX) || time.equals(OffsetDateTime.MIN);
    }

    static Instant of(OffsetDateTime time) {
        if (isInfinite(time)) {
            return time.equals(OffsetDateTime.MAX) ? Instant.MAX : Instant.MIN;
        }
        return time.toInstant();
    }
}
