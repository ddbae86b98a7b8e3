package dev.weir.sql;

import dev.weir.CheckReturnValue;
import dev.weir.Retry;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How a transaction runs. A retry is for conflicts alone, and of those for what its own filter takes.
 *
 * @param isolation what it sees of others; null is what the database has set
 * @param readOnly whether the database refuses changes, where it can; H2 has no such transactions
 * @param retry what runs the function again in a new transaction after a {@link SqlException.Reason#CONFLICT}; null never
 * @param held how many items of {@link Db#txMany} are kept until the commit
 */
@CheckReturnValue
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
        retry = retry == null ? null : ofConflicts(retry);
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
        return new TxOptions(isolation, readOnly, Objects.requireNonNull(newRetry, "retry"), held);
    }

    private static Retry ofConflicts(Retry retry) {
        return retry.filter() instanceof Conflict ? retry : retry.onlyIf(new Conflict(retry.filter()));
    }

    /** Such conflicts as another filter takes. */
    private record Conflict(Predicate<? super Throwable> filter) implements Predicate<Throwable> {
        @Override
        public boolean test(Throwable failure) {
            return failure instanceof SqlException sql
                    && sql.reason() == SqlException.Reason.CONFLICT
                    && filter.test(failure);
        }
    }

    public TxOptions held(int items) {
        return new TxOptions(isolation, readOnly, retry, items);
    }
}
