package dev.weir.op.kernel.stage;

import dev.weir.Many;
import dev.weir.op.kernel.site.Site;

/** An operator that may make many items of a few: whether it does is learned for each place in the user's code. */
public abstract class Flattening<T, R> extends Operator<T, R> {
    protected <O extends Operator<T, R>> Flattening(
            Many<T> source, Object function, Class<?> stage, Attachment<O, T, R> attachment) {
        super(source, function, stage, attachment);
    }

    /** The first of several streams, of which the others may make more: what few of the first tell, is not to be trusted then. */
    @SuppressWarnings("unchecked") // items are read only
    protected static Many<Object> first(Many<?>[] all, String each, Object function) {
        if (!haveFew(all, each) && hasFew(of(all[0])) && function != null) {
            Site.wide(function);
        }
        return (Many<Object>) all[0];
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
