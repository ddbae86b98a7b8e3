package dev.weir;

import dev.weir.op.kernel.site.Adapted;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;

/** Functions of three to eight values: see {@link One#zip} and {@link Many#zip}. */
@NullUnmarked // any value may be null, and each of the types
@SuppressWarnings("unchecked") // the values are of these types
public final class Combiner {
    private Combiner() {}

    static <A, B, R> Function<List<?>, R> of2(BiFunction<? super A, ? super B, ? extends R> combiner, String what) {
        return Adapted.of(combiner, what, values -> combiner.apply((A) values.get(0), (B) values.get(1)));
    }

    static <A, B, C, R> Function<List<?>, R> of3(Of3<A, B, C, R> combiner, String what) {
        return Adapted.of(combiner, what, v -> combiner.apply((A) v.get(0), (B) v.get(1), (C) v.get(2)));
    }

    /** A function of three values. */
    @FunctionalInterface
    public interface Of3<A, B, C, R> {
        R apply(A a, B b, C c);
    }

    /** A function of four values. */
    @FunctionalInterface
    public interface Of4<A, B, C, D, R> {
        R apply(A a, B b, C c, D d);

        /** Applies it to the values. */
        default R to(Object[] v) {
            return apply((A) v[0], (B) v[1], (C) v[2], (D) v[3]);
        }
    }

    /** A function of five values. */
    @FunctionalInterface
    public interface Of5<A, B, C, D, E, R> {
        R apply(A a, B b, C c, D d, E e);

        /** Applies it to the values. */
        default R to(Object[] v) {
            return apply((A) v[0], (B) v[1], (C) v[2], (D) v[3], (E) v[4]);
        }
    }

    /** A function of six values. */
    @FunctionalInterface
    public interface Of6<A, B, C, D, E, F, R> {
        R apply(A a, B b, C c, D d, E e, F f);

        /** Applies it to the values. */
        default R to(Object[] v) {
            return apply((A) v[0], (B) v[1], (C) v[2], (D) v[3], (E) v[4], (F) v[5]);
        }
    }

    /** A function of seven values. */
    @FunctionalInterface
    public interface Of7<A, B, C, D, E, F, G, R> {
        R apply(A a, B b, C c, D d, E e, F f, G g);

        /** Applies it to the values. */
        default R to(Object[] v) {
            return apply((A) v[0], (B) v[1], (C) v[2], (D) v[3], (E) v[4], (F) v[5], (G) v[6]);
        }
    }

    /** A function of eight values. */
    @FunctionalInterface
    public interface Of8<A, B, C, D, E, F, G, H, R> {
        R apply(A a, B b, C c, D d, E e, F f, G g, H h);

        /** Applies it to the values. */
        default R to(Object[] v) {
            return apply((A) v[0], (B) v[1], (C) v[2], (D) v[3], (E) v[4], (F) v[5], (G) v[6], (H) v[7]);
        }
    }
}
