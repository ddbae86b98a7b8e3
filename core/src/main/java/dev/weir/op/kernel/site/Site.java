package dev.weir.op.kernel.site;

import dev.weir.CanIgnoreReturnValue;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A place in the user's code, told by the class of the function that was given there. */
public final class Site {
    /*
     * A site is held by the class that is its key and goes with that class's loader. Classes that outlive this library,
     * as those of the JDK, have none: they would keep the library from going, where it belongs to an application that
     * is loaded anew. The site of a copy is one level deeper than that of its key, and depth is limited, so that a chain
     * whose length is decided at run time does not need ever more copies. This library's own classes serve all places,
     * so they are as deep as can be.
     */
    private static final int DEEPEST = 8;
    private static final Set<String> API = Set.of("dev.weir.Many", "dev.weir.One", "dev.weir.Operators");
    private static final ClassLoader OWN = Site.class.getClassLoader();

    /** Hashes of classes that are known: nearly always that is all to look at. It holds no class, so it keeps none. */
    private static final int[] NOTED = new int[1_024];

    private static final ClassValue<Site> SITES = new ClassValue<>() {
        @Override
        protected Site computeValue(Class<?> key) {
            return new Site(isOwn(key) ? DEEPEST : 0);
        }
    };

    private static boolean isOwn(Class<?> key) {
        return key.getProtectionDomain() == Site.class.getProtectionDomain();
    }

    private int depth;
    private boolean isWide;
    private @Nullable StackTraceElement place;
    private volatile Class<?>[] copied = {};
    private volatile @Nullable MethodHandle[] makers = {};

    private Site(int depth) {
        this.depth = depth;
    }

    /** The site that the key tells; null if it tells none. */
    static @Nullable Site of(Class<?> key) {
        return key.getClassLoader() == OWN || isBelowOwn(key.getClassLoader()) ? SITES.get(key) : null;
    }

    private static boolean isBelowOwn(@Nullable ClassLoader loader) {
        ClassLoader at = loader;
        while (at != null && at != OWN) {
            at = at.getParent();
        }
        return at == OWN && loader != null;
    }

    // ---------------------------------------------------------------- where it is

    /**
     * The function, of which it is found out, once for each class of functions, where it is given to an operator: there
     * this is to be called.
     */
    @CanIgnoreReturnValue
    public static <F> F note(F function) {
        int hash = function.getClass().hashCode();
        if (NOTED[hash & NOTED.length - 1] != hash) {
            note(function.getClass(), hash);
        }
        return function;
    }

    private static void note(Class<?> key, int hash) {
        Site site = of(key);
        if (site != null && site.place == null && !isOwn(key)) {
            site.place = caller(new Throwable().getStackTrace());
        }
        NOTED[hash & NOTED.length - 1] = hash;
    }

    /** Who called the API. */
    private static @Nullable StackTraceElement caller(StackTraceElement[] stack) {
        boolean inside = false;
        for (StackTraceElement frame : stack) {
            boolean api = API.contains(frame.getClassName());
            if (inside && !api) {
                return frame;
            }
            inside |= api;
        }
        return null;
    }

    /** Where the function was given to an operator first; null if that is not known. */
    public static @Nullable StackTraceElement place(Class<?> function) {
        Site site = of(function);
        return site == null ? null : site.place;
    }

    // ---------------------------------------------------------------- what comes of it

    /** Whether the function once made something of many items. */
    public static boolean isWide(Object function) {
        Site site = of(Adapted.key(function));
        return site == null || site.isWide;
    }

    /** The function has made something of many items. */
    public static void wide(Object function) {
        Site site = of(Adapted.key(function));
        if (site != null && !site.isWide) {
            site.isWide = true;
        }
    }

    // ---------------------------------------------------------------- its copies

    /** What makes instances of this site's copy of the class; null if it has none. */
    @Nullable
    MethodHandle maker(Class<?> wanted) {
        Class<?>[] known = copied;
        for (int i = 0; i < known.length; i++) {
            if (known[i] == wanted) {
                return makers[i];
            }
        }
        return depth >= DEEPEST ? null : add(wanted);
    }

    private synchronized @Nullable MethodHandle add(Class<?> wanted) {
        int at = Arrays.asList(copied).indexOf(wanted);
        if (at >= 0) {
            return makers[at];
        }
        Copies.Copy copy = Copies.of(wanted);
        if (copy != null) {
            SITES.get(copy.type()).depth = depth + 1;
        }
        int size = copied.length;
        @Nullable MethodHandle[] more = Arrays.copyOf(makers, size + 1);
        more[size] = copy == null ? null : copy.maker();
        Class<?>[] all = Arrays.copyOf(copied, size + 1);
        all[size] = wanted;
        makers = more; // before `copied`, where a reader looks first
        copied = all;
        return more[size];
    }
}
