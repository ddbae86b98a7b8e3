package dev.weir.postgres.pipe;

import dev.weir.sql.JsonCodec;
import dev.weir.sql.engine.Call;
import dev.weir.sql.text.Sql;
import io.vertx.sqlclient.internal.TupleInternal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A batch: what follows each other with values of the same types goes out at once. */
final class BatchRun {
    private final Line line;
    private final Sql sql;
    private final List<List<@Nullable Object>> items;
    private final @Nullable JsonCodec json;
    private final Outcome<long[]> outcome;
    private final long[] counts;
    private final @Nullable Object[] samples;
    private int begin;

    BatchRun(
            Line line, Sql sql, List<List<@Nullable Object>> items, @Nullable JsonCodec json, Outcome<long[]> outcome) {
        this.line = line;
        this.sql = sql;
        this.items = items;
        this.json = json;
        this.outcome = outcome;
        this.counts = new long[items.size()];
        this.samples = new @Nullable Object[sql.parameters()];
        for (List<@Nullable Object> item : items.reversed()) {
            keepSamples(item);
        }
    }

    /** A null is of the type of the first value in its place. */
    private void keepSamples(List<@Nullable Object> item) {
        for (int i = 0; i < samples.length; i++) {
            Object value = item.get(i);
            if (value != null) {
                samples[i] = value;
            }
        }
    }

    private String textOf(List<@Nullable Object> item) {
        List<@Nullable Object> typed = new ArrayList<>(item);
        for (int i = 0; i < samples.length; i++) {
            if (typed.get(i) == null) {
                typed.set(i, samples[i]);
            }
        }
        return Tasks.rendered(sql, typed).text();
    }

    /** Runs those that follow. */
    void next() {
        try {
            runNext();
        } catch (RuntimeException wrong) {
            outcome.done(null, wrong);
        }
    }

    private void runNext() {
        if (begin == items.size()) {
            outcome.done(counts, null);
            return;
        }
        String text = textOf(items.get(begin));
        int end = begin + 1;
        while (end < items.size() && textOf(items.get(end)).equals(text)) {
            end++;
        }
        List<List<@Nullable Object>> same = items.subList(begin, end);
        begin = end;
        line.prepare(text, (statement, failure) -> {
            if (statement == null) {
                outcome.done(null, failure);
            } else {
                run(statement, same);
            }
        });
    }

    private void run(Prepared statement, List<List<@Nullable Object>> same) {
        if (statement.hasRows()) {
            outcome.done(null, Call.hasRows(sql));
            return;
        }
        List<TupleInternal> tuples = new ArrayList<>(same.size());
        try {
            for (List<@Nullable Object> item : same) {
                tuples.add(Parameters.of(statement.statement(), item, json, sql.text()));
            }
        } catch (RuntimeException wrong) {
            outcome.done(null, wrong);
            return;
        }
        int first = begin - same.size();
        line.batch(statement, tuples, (changed, failure) -> {
            if (changed == null) {
                outcome.done(null, failure);
                return;
            }
            Arrays.setAll(counts, i -> i >= first && i < first + changed.size() ? changed.get(i - first) : counts[i]);
            next();
        });
    }
}
