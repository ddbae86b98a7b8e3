package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.site.Site;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a function makes of the values of several Ones, all of which run at once. */
public final class Zip<R extends @Nullable Object> extends Link<List<@Nullable Object>, R> {
    private final Object user;
    private final Function<List<?>, ? extends R> combiner;

    /**
     * @param user what the user gave, which the combiner calls
     */
    public Zip(Object user, Function<List<?>, ? extends R> combiner, One<?>... ones) {
        Arrays.asList(ones).forEach(one -> Argument.given(one, "zip: a One"));
        super(new All<@Nullable Object>(List.of(ones), ones.length));
        this.user = Site.note(Argument.function(user, Zip.class));
        this.combiner = combiner;
    }

    @Override
    @SuppressWarnings("NullAway") // all have a list
    public @Nullable Object resume(@Nullable Object value, Run run, int depth) {
        try {
            return combiner.apply((List<?>) value);
        } catch (Throwable failure) {
            return failed(failure, user, run);
        }
    }
}
