package dev.weir.sql;

import dev.weir.Retry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a transaction runs.
 *
 * @param isolation what it sees of others; null is what the database has set
 * @param readOnly whether the database refuses changes
 * @param retry what runs the function again in a new transaction after a {@link SqlException.Reason#CONFLICT}; null never
 * @param held how many items of {@link Db#txMany} are kept until the commit
 */
public record TxOptions(
        @Nullable Isolation isolation,
        boolean readOnly,
        @Nullable Retry retry,
        int held) {
    private static final TxOptions STANDARD = new TxOptions(null, false, null, 10_000);

    public TxOptions {
        if (held <= 0) {
            throw new IllegalArgumentException("held must be positive, not " + held);
        }
    }

    /** The isolation of the database, may write, never runs again, holds 10,000 items. */
    public static TxOptions standard() {
        return STANDARD;
    }

    public TxOptions isolation(Isolation newIsolation) {
        return new TxOptions(Objects.requireNonNull(newIsolation, "isolation"), readOnly, retry, held);
    }

    public TxOptions asReadOnly() {
        return new TxOptions(isolation, true, retry, held);
    }

    /** Runs the function again when other transactions were in the way: so it must not do what can't be undone. */
    public TxOptions retry(Retry newRetry) {
        Objects.requireNonNull(newRetry, "retry");
        return new TxOptions(isolation, readOnly, newRetry.onlyIf(TxOptions::isConflict), held);
    }

    private static boolean isConflict(Throwable failure) {
        return failure instanceof SqlException sql && sql.reason() == SqlException.Reason.CONFLICT;
    }

    public TxOptions held(int items) {
        return new TxOptions(isolation, readOnly, retry, items);
    }
}
