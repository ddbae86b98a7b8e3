package dev.weir.postgres;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.postgres.copy.CopyRun;
import dev.weir.postgres.copy.RecordText;
import dev.weir.postgres.copy.TextRecords;
import dev.weir.sql.engine.Gate;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * {@code COPY} as streams (PostgreSQL 18, COPY): the fastest way in and out of a table. It runs over the JDBC driver
 * {@code org.postgresql}, with a connection and a thread for each subscription: in, a virtual one; out, one of the platform. May be
 * used from any thread.
 *
 * <pre>{@code
 * One<Long> copied = Copy.of(pool, 2).in("copy rates from stdin (format csv)", bytes);
 * }</pre>
 */
@CheckReturnValue
public final class Copy {
    private static final int MOST_WAITING = 100;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final DataSource source;
    private final Gate gate;

    private Copy(DataSource source, Gate gate) {
        this.source = source;
        this.gate = gate;
    }

    /**
     * Copies over connections of a source, which stays the caller's to close.
     *
     * @param permits how many run at a time; 100 others may wait, 30 seconds each, until they fail with {@code OVERLOADED}
     */
    public static Copy of(DataSource source, int permits) {
        if (permits <= 0) {
            throw new IllegalArgumentException("permits must be positive, not " + permits);
        }
        return new Copy(Objects.requireNonNull(source, "source"), new Gate(permits, MOST_WAITING, LONGEST_WAIT));
    }

    /**
     * Writes bytes, as they come, to the server; it takes them as fast as it can, and no more are demanded. It is asked every ten
     * seconds whether it is there, as a silent feed would not notice.
     *
     * <p><b>gives</b> how many rows were made; <b>fails</b> with the stream, or with a {@link dev.weir.sql.SqlException}, and
     * then, or if it is cancelled, none were.
     *
     * @param sql such as {@code copy rates (code, rate) from stdin (format csv)}
     */
    public One<Long> in(String sql, Many<ByteBuffer> bytes) {
        Objects.requireNonNull(sql, "sql");
        Objects.requireNonNull(bytes, "bytes");
        return CopyRun.in(source, gate, sql, bytes);
    }

    /**
     * Writes records, whose components are called like columns ({@code createdAt} is {@code created_at}): numbers, strings,
     * booleans, enums, {@code java.time}, UUIDs, {@code byte[]} and null.
     *
     * <p>As {@link #in}; <b>fails</b> with {@code USAGE} if a component is of another type.
     *
     * @param table its name, as it is written in SQL
     */
    public <R extends Record> One<Long> in(String table, Class<R> type, Many<R> records) {
        RecordText text = new RecordText(table, type);
        return in(text.statement(), records.buffer(RecordText.BATCH).map(text::lines));
    }

    /**
     * Reads bytes as they are demanded, whole rows in each buffer.
     *
     * <p><b>fails</b> with a {@link dev.weir.sql.SqlException}; <b>cancels</b> the copy, and closes its connection.
     *
     * @param sql such as {@code copy rates to stdout (format csv)}
     */
    public Many<ByteBuffer> out(String sql) {
        Objects.requireNonNull(sql, "sql");
        return CopyRun.out(source, gate, sql);
    }

    /**
     * Reads records, as they are demanded; their components are called like columns, and of the types that {@link #in(String,
     * Class, Many)} takes.
     *
     * <p>As {@link #out(String)}; <b>fails</b> with {@code USAGE} if a row does not fit, be it that a number would lose digits.
     *
     * @param from what they are selected from: the name of a table, or {@code (select ...) as rates}
     * @throws IllegalArgumentException if a component is of another type
     */
    public <R extends Record> Many<R> out(String from, Class<R> type) {
        TextRecords<R> records = new TextRecords<>(from, type);
        return out(records.statement()).flatMapIterable(records::of);
    }
}
