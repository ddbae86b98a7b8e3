package dev.weir;

import dev.weir.op.kernel.site.Adapted;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Functions of three to eight values: see {@link One#zip} and {@link Many#zip}. */
@SuppressWarnings("unchecked") // the lists hold values of these types
public final class Combiner {
    private Combiner() {}

    static <A, B, R> Function<List<?>, R> of2(BiFunction<? super A, ? super B, ? extends R> combiner, String what) {
        return Adapted.of(combiner, what, values -> combiner.apply((A) values.get(0), (B) values.get(1)));
    }

    static <A, B, C, R> Function<List<?>, R> of3(Of3<A, B, C, R> combiner, String what) {
        return Adapted.of(combiner, what, values -> combiner.to(values));
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // the types of the values are the interface's
    private static <V> V next(Iterator<?> values) {
        return (V) values.next();
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

    /** A function of five values. */
    @FunctionalInterface
    public interface Of5<A, B, C, D, E, R> {
        R apply(A a, B b, C c, D d, E e);

        /** Applies it to the values. */
        default R to(Iterator<?> v) {
            return apply(next(v), next(v), next(v), next(v), next(v));
        }
    }

    /** A function of six values. */
    @FunctionalInterface
    public interface Of6<A, B, C, D, E, F, R> {
        R apply(A a, B b, C c, D d, E e, F f);

        /** Applies it to the values. */
        default R to(Iterator<?> v) {
            return apply(next(v), next(v), next(v), next(v), next(v), next(v));
        }
    }

    /** A function of seven values. */
    @FunctionalInterface
    public interface Of7<A, B, C, D, E, F, G, R> {
        R apply(A a, B b, C c, D d, E e, F f, G g);

        /** Applies it to the values. */
        default R to(Iterator<?> v) {
            return apply(next(v), next(v), next(v), next(v), next(v), next(v), next(v));
        }
    }

    /** A function of eight values. */
    @FunctionalInterface
    public interface Of8<A, B, C, D, E, F, G, H, R> {
        R apply(A a, B b, C c, D d, E e, F f, G g, H h);

        /** Applies it to the values. */
        default R to(Iterator<?> v) {
            return apply(next(v), next(v), next(v), next(v), next(v), next(v), next(v), next(v));
        }
    }
}
