package dev.weir.postgres.pipe;

import io.vertx.sqlclient.PropertyKind;
import io.vertx.sqlclient.internal.QueryResultHandler;
import io.vertx.sqlclient.internal.RowDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement gives. */
final class Collected<T> implements QueryResultHandler<T> {
    final List<Long> counts = new ArrayList<>();

    @Nullable
    T result;

    @Nullable
    Throwable failure;

    long count() {
        return counts.stream().mapToLong(count -> count).sum();
    }

    @Override
    public <V> void addProperty(PropertyKind<V> property, V value) {}

    @Override
    public void handleResult(int updated, int size, RowDesc rows, T its, Throwable why) {
        counts.add(Integer.toUnsignedLong(updated)); // the driver counts in an int, which goes round
        result = its;
        failure = why;
    }
}
