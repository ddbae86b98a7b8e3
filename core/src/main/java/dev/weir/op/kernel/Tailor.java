package dev.weir.op.kernel;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes stages of private copies of their classes: one copy for each place in the user's code, told by the class of
 * its lambda, or else by the class of what the items go to. The JIT profiles each copy by itself, so the calls to the
 * function and to the next stage have one target and are inlined, however many other pipelines run.
 */
final class Tailor {
    /*
     * A site belongs to its key's class and is held by it, so it goes with the class's loader. Keys that outlive this
     * library, as those of the JDK, get no copies: they would keep it from going. The site of a copy is one level
     * deeper than that of its key, and depth is limited, so that a chain whose length is decided at run time does not
     * need ever more copies.
     */
    private static final int DEEPEST = 8;

    private static final ClassValue<Site> SITES = new ClassValue<>() {
        @Override
        protected Site computeValue(Class<?> key) {
            return new Site(outlivesThis(key) ? DEEPEST : 0);
        }
    };

    private Tailor() {}

    /**
     * Makes a stage, or what stands in the place of one.
     *
     * @param described its class, or the class that it is nested in and takes an instance of
     * @param key the function that it calls, or what the items go to
     * @param plain its constructor, for where there can be no copy
     */
    @SuppressWarnings("unchecked") // a copy makes what its class would
    static <A, B, R> R make(Class<?> described, Object key, A first, B second, BiFunction<A, B, R> plain) {
        MethodHandle maker = SITES.get(key.getClass()).maker(described);
        return maker == null ? plain.apply(first, second) : (R) invoke(maker, first, second);
    }

    /** The step with all those above it, as far as they can be copied; else the step itself. */
    @SuppressWarnings("unchecked") // a copy makes what its class would
    static <T extends @Nullable Object> Step<T> copy(Step<T> step) {
        Object function = Copies.function(step);
        MethodHandle maker =
                function == null ? null : SITES.get(function.getClass()).maker(step.getClass());
        if (maker == null) {
            return step;
        }
        Step<?> above = step.above();
        return (Step<T>) invoke(maker, above == null ? null : copy(above), function);
    }

    private static Object invoke(MethodHandle maker, @Nullable Object first, @Nullable Object second) {
        try {
            return (Object) maker.invokeExact(first, second);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable checked) {
            throw new IllegalStateException("a constructor that declares nothing has thrown this", checked);
        }
    }

    private static boolean outlivesThis(Class<?> key) {
        ClassLoader own = Tailor.class.getClassLoader();
        ClassLoader loader = key.getClassLoader();
        while (own != null && own != loader) {
            own = own.getParent();
        }
        return own == loader && loader != Tailor.class.getClassLoader();
    }

    /** The copies that belong to one class of keys. */
    private static final class Site {
        private int depth;
        private volatile Class<?>[] described = {};
        private volatile @Nullable MethodHandle[] makers = {};

        Site(int depth) {
            this.depth = depth;
        }

        @Nullable
        MethodHandle maker(Class<?> wanted) {
            Class<?>[] known = described;
            for (int i = 0; i < known.length; i++) {
                if (known[i] == wanted) {
                    return makers[i];
                }
            }
            return add(wanted);
        }

        private synchronized @Nullable MethodHandle add(Class<?> wanted) {
            int place = Arrays.asList(described).indexOf(wanted);
            if (place >= 0) {
                return makers[place];
            }
            MethodHandle made = copy(wanted);
            int size = makers.length;
            @Nullable MethodHandle[] more = Arrays.copyOf(makers, size + 1);
            more[size] = made;
            Class<?>[] all = Arrays.copyOf(described, size + 1);
            all[size] = wanted;
            makers = more; // before `described`, where a reader looks first
            described = all;
            return made;
        }

        private @Nullable MethodHandle copy(Class<?> wanted) {
            if (depth >= DEEPEST) {
                return null;
            }
            Pattern.Copy copy = Copies.of(wanted);
            if (copy == null) {
                return null;
            }
            SITES.get(copy.type()).depth = depth + 1;
            return copy.maker();
        }
    }
}
