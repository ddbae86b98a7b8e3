package dev.weir;

import dev.weir.op.kernel.site.Adapted;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Functions of three or four values: see {@link One#zip} and {@link Many#zip}. */
@SuppressWarnings("unchecked") // the lists hold values of these types
public final class Combiner {
    private Combiner() {}

    static <A, B, R> Function<List<?>, R> of2(BiFunction<? super A, ? super B, ? extends R> combiner, String what) {
        return Adapted.of(combiner, what, values -> combiner.apply((A) values.get(0), (B) values.get(1)));
    }

    static <A, B, C, R> Function<List<?>, R> of3(Of3<A, B, C, R> combiner, String what) {
        return Adapted.of(combiner, what, values -> combiner.to(values));
    }

    /** A function of three values. */
    @FunctionalInterface
    public interface Of3<A, B, C, R> {
        R apply(A a, B b, C c);

        /** Applies it to the values of a list. */
        default R to(List<?> values) {
            return apply((A) values.get(0), (B) values.get(1), (C) values.get(2));
        }
    }

    /** A function of four values. */
    @FunctionalInterface
    public interface Of4<A, B, C, D, R> {
        R apply(A a, B b, C c, D d);

        /** Applies it to the values of a list. */
        default R to(List<?> values) {
            return apply((A) values.get(0), (B) values.get(1), (C) values.get(2), (D) values.get(3));
        }
    }
}
