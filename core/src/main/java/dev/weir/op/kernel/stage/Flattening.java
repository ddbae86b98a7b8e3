package dev.weir.op.kernel.stage;

import dev.weir.Many;
import dev.weir.op.kernel.site.Site;

/** An operator that may make many items of a few: whether it does is learned for each place in the user's code. */
public abstract class Flattening<T, R> extends Operator<T, R> {
    protected <O extends Operator<T, R>> Flattening(
            Many<T> source, Object function, Class<?> stage, Attachment<O, T, R> attachment) {
        super(source, function, stage, attachment);
    }

    /** Whether it has made many items of one. */
    protected boolean isWide() {
        return Site.isWide(function());
    }

    /** To be told of the first inner stream of a subscription. */
    public static void learn(Object function, Many<?> inner) {
        learn(function, hasFew(of(inner)));
    }

    /** To be told whether there are few items of the first inner stream of a subscription. */
    public static void learn(Object function, boolean few) {
        if (!few) {
            Site.wide(function);
        }
    }
}
