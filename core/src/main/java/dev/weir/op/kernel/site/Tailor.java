package dev.weir.op.kernel.site;

import dev.weir.op.kernel.root.Failures;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Makes stages and steps of private copies of their classes: one copy for each place in the user's code, told by the
 * class of its lambda, or else by the class of what comes next. The JIT profiles each copy by itself, so the calls to the
 * function and to the next stage have one target and are inlined, however many other pipelines run.
 */
public final class Tailor {
    private Tailor() {}

    /**
     * Makes an instance of a copy of the class; null if there is none, and the class itself should serve.
     *
     * @param type has one constructor, which takes the first of the three objects, or two of them, or all
     * @param function what the user gave to be called; null if nothing
     * @param next whose copy tells the place if no function does
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the type of the class
    public static <S> @Nullable S make(
            Class<?> type,
            @Nullable Object function,
            Object next,
            @Nullable Object first,
            @Nullable Object second,
            @Nullable Object third) {
        MethodHandle own = function == null ? null : maker(type, function);
        MethodHandle maker = own == null ? maker(type, next) : own;
        try {
            return maker == null ? null : (S) (Object) maker.invokeExact(first, second, third);
        } catch (Throwable failure) { // unchecked, as a constructor that declares nothing has thrown it
            throw Failures.unchecked(failure);
        }
    }

    private static @Nullable MethodHandle maker(Class<?> type, Object key) {
        Site site = Site.of(Adapted.key(key));
        return site == null ? null : site.maker(type);
    }
}
