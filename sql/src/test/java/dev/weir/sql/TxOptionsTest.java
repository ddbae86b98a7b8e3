package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Retry;
import dev.weir.sql.SqlException.Reason;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class TxOptionsTest {
    private final SqlException brief = new SqlException(Reason.CONFLICT, "40001", "short", "select 1", null);
    private final SqlException lengthy = new SqlException(Reason.CONFLICT, "40P01", "long", "select 1", null);

    private static boolean retries(TxOptions options, Throwable failure) {
        Retry retry = options.retry();
        assertNotNull(retry);
        return retry.filter().test(failure);
    }

    /** However they are made and copied. */
    private static List<TxOptions> all(Retry retry) {
        TxOptions made = new TxOptions(null, false, retry, 10);
        TxOptions set = TxOptions.standard().retry(retry);
        return List.of(
                made,
                set,
                made.isolation(Isolation.SERIALIZABLE),
                set.asReadOnly(),
                set.held(7),
                set.retry(retry),
                set.retry(made.retry()));
    }

    @Test
    void onlyConflictsAreRetried() {
        for (TxOptions options : all(Retry.atMost(3))) {
            assertTrue(retries(options, brief));
            assertFalse(retries(options, new SqlException(Reason.DUPLICATE, "test", "select 1")));
            assertFalse(retries(options, new IllegalStateException()));
        }
    }

    @Test
    void ofConflictsOnlyThoseThatTheFilterTakes() {
        Predicate<Throwable> isShort =
                failure -> !((SqlException) failure).getMessage().startsWith("long");
        for (TxOptions options : all(Retry.atMost(3).onlyIf(isShort))) {
            assertTrue(retries(options, brief));
            assertFalse(retries(options, lengthy));
            assertFalse(retries(options, new IllegalStateException()));
        }
    }

    @Test
    void aCopyHasTheSameRetry() {
        TxOptions options = TxOptions.standard().retry(Retry.atMost(3));
        assertSame(options.retry(), options.held(7).retry());
        assertEquals(options, options.retry(options.retry()));
    }
}
