package dev.weir.op.kernel.stage;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.site.Site;
import java.util.function.Function;

/** An operator that may make many items of a few: whether it does is learned for each place in the user's code. */
public abstract class Flattening<T, R> extends Operator<T, R> {
    protected <O extends Operator<T, R>> Flattening(
            Many<T> source, Object function, Class<?> stage, Making<O, R, Stage<T>> attachment) {
        super(source, function, stage, attachment);
    }

    /** For one of several streams, which its stage subscribes to in their order: what few of the first tell, is not to be trusted. */
    protected static Many<Object> several(Many<?>[] all, String each, Object function) {
        if (!haveFew(all, each) && hasFew(of(all[0])) && function != null) {
            Site.wide(function);
        }
        return new Never(all[0]);
    }

    /** What the function makes of the only item, if it is known that there is just one; else this. */
    @SuppressWarnings("unchecked") // the items are read only
    protected final Many<R> ofOnly(Function<? super T, ? extends Many<? extends R>> function, String operator) {
        return this.<T>source() instanceof Known<T> known && known.size() == 1
                ? (Many<R>) Argument.due(function.apply(known.item(0)), operator + ": the function", "a stream")
                : this;
    }

    @Override
    public final Object given() {
        return function();
    }

    /** Whether it has made many items of one. */
    protected boolean isWide() {
        return Site.isWide(function());
    }

    /** To be told of the first inner stream of a subscription; true, as it has learned from that then. */
    public static boolean learn(Object function, Many<?> inner) {
        if (!hasFew(of(inner))) {
            Site.wide(function);
        }
        return true;
    }
}
