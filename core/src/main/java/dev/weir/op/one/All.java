package dev.weir.op.one;

import dev.weir.One;
import dev.weir.Outcome;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Cell;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Several;
import dev.weir.op.kernel.site.Adapted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of several Ones. */
public final class All<T extends @Nullable Object> extends Several<List<T>> {
    public All(Iterable<? extends One<? extends T>> ones, int concurrency) {
        super("all", ones, Argument.checked(concurrency, concurrency > 0, "all: the concurrency must be positive"));
    }

    /**
     * What a function makes of the values of all.
     *
     * @param user what the user gave, which the combiner calls
     */
    public static <R extends @Nullable Object> One<R> zip(
            Object user, Function<List<?>, ? extends R> combiner, One<?>... ones) {
        Arrays.asList(ones).forEach(one -> Argument.given(one, "zip: a One"));
        Function<List<?>, ? extends R> adapted =
                combiner instanceof Adapted ? combiner : Adapted.of(user, "zip: the function", combiner::apply);
        return new Map<>(new All<@Nullable Object>(List.of(ones), ones.length), adapted);
    }

    /** What each of them ended with. */
    public static <T extends @Nullable Object> One<List<Outcome<T>>> settled(Iterable<? extends One<? extends T>> all) {
        Argument.given(all, "allSettled: the Ones");
        return One.defer(() -> {
            List<One<Outcome<T>>> outcomes = new ArrayList<>();
            all.forEach(one -> outcomes.add(Argument.given(one, "allSettled: a One")
                    .map(item -> new Outcome<T>(item, null))
                    .onErrorReturn(error -> new Outcome<>(null, error))));
            return One.all(outcomes);
        });
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        return new Gathering();
    }

    private final class Gathering extends Running {
        private List<@Nullable Object> values = new ArrayList<>(); // a Cell where one was to come

        @Override
        protected boolean decides(@Nullable Object outcome) {
            return outcome instanceof Failure;
        }

        @Override
        protected void begun(@Nullable Object valueOrCell) {
            values.add(valueOrCell);
        }

        @Override
        protected Object result() {
            List<@Nullable Object> all = values;
            values = new ArrayList<>(); // these are no longer to be dropped
            all.replaceAll(value -> value instanceof Cell cell ? cell.outcome() : value);
            return Collections.unmodifiableList(all);
        }

        @Override
        protected void drop() {
            for (Object value : values) {
                if (value instanceof Cell cell) {
                    cell.drop();
                } else {
                    discard(value);
                }
            }
            values.clear();
        }
    }
}
