package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.site.Site;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What a function makes of two values. */
public final class Zip<A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
        extends Link<List<@Nullable Object>, R> {
    private final BiFunction<? super A, ? super B, ? extends R> combiner;

    public Zip(One<A> a, One<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        super(new All<@Nullable Object>(List.of(Argument.given(a, "zip: a One"), Argument.given(b, "zip: a One")), 2));
        this.combiner = Argument.function(combiner, Zip.class);
        Site.note(combiner);
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        Object polled = source.poll(run, depth);
        return polled instanceof Signal signal ? signal.through(this, run, depth) : resume(polled, run, depth);
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the values of the two, null only if their types are
    public @Nullable Object resume(@Nullable Object value, Run run, int depth) {
        List<@Nullable Object> values = (List<@Nullable Object>) value;
        try {
            return combiner.apply((A) values.get(0), (B) values.get(1));
        } catch (Throwable failure) {
            return failed(failure, combiner, run);
        }
    }
}
