package dev.weir.op.kernel.site;

import java.lang.invoke.MethodHandle;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
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

    /**
     * By the hashes of their keys, nearly always all to look at: sites of classes of this library's loader, as no other loader
     * may be kept. Those that could go before it, as copies, stay until another one takes their place.
     */
    private static final AtomicReferenceArray<@Nullable Site> KNOWN = new AtomicReferenceArray<>(1_024);

    /** Hashes of classes of functions whose places are known, which is looked at for each function that is given. */
    private static final int[] NOTED = new int[1_024];

    private static final ClassValue<Site> SITES = new ClassValue<>() {
        @Override
        protected Site computeValue(Class<?> key) {
            return new Site(key);
        }
    };

    private final Class<?> key;
    private int depth;
    private boolean isWide;
    private @Nullable Place place;
    private volatile @Nullable Made newest;

    Site(Class<?> key) {
        this.key = key;
        this.depth = key.getProtectionDomain() == Site.class.getProtectionDomain() ? DEEPEST : 0;
    }

    /** The site that the key tells; null if it tells none. */
    static @Nullable Site of(Class<?> key) {
        int at = key.hashCode() & KNOWN.length() - 1;
        Site known = KNOWN.getAcquire(at);
        if (known != null && known.key == key) {
            return known;
        }
        ClassLoader loader = key.getClassLoader();
        Site found = isOwnOrBelow(loader) ? SITES.get(key) : null;
        if (loader == OWN) {
            KNOWN.setRelease(at, found);
        }
        return found;
    }

    private static boolean isOwnOrBelow(@Nullable ClassLoader loader) {
        return loader == OWN || (loader != null && isOwnOrBelow(loader.getParent()));
    }

    // ---------------------------------------------------------------- where it is

    /**
     * The function, of which it is found out, once for each class of functions, where it is given to an operator: there
     * this is to be called.
     */
    public static <F> F note(F function) {
        int hash = function.getClass().hashCode();
        if (NOTED[hash & NOTED.length - 1] != hash) {
            Site site = of(function.getClass());
            if (site != null && site.place == null && site.depth < DEEPEST) {
                site.place = caller(new Throwable().getStackTrace());
            }
            NOTED[hash & NOTED.length - 1] = hash;
        }
        return function;
    }

    /** Who called the API, and which of its methods. */
    public record Place(StackTraceElement caller, String method) {}

    private static @Nullable Place caller(StackTraceElement[] stack) {
        String api = null;
        for (StackTraceElement frame : stack) {
            boolean isApi = API.contains(frame.getClassName());
            if (api != null && !isApi && !frame.getClassName().startsWith("java.")) {
                return new Place(frame, api.startsWith("lambda$") ? api.substring(7, api.lastIndexOf('$')) : api);
            }
            // through is given what another of them has made
            api = isApi && !frame.getMethodName().equals("through") ? frame.getMethodName() : api;
        }
        return null;
    }

    /** Where the function was given to an operator first; null if that is not known. */
    public static @Nullable Place place(Class<?> function) {
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

    /** A copy of the class, and those before it; there can be none of that class if it has no maker. */
    private record Made(
            Class<?> of,
            @Nullable MethodHandle maker,
            @Nullable Made before) {}

    /** What makes instances of this site's copy of the class; null if it has none. */
    @Nullable
    MethodHandle maker(Class<?> wanted) {
        Made made = made(wanted);
        return made != null ? made.maker : depth >= DEEPEST ? null : add(wanted);
    }

    private @Nullable Made made(Class<?> wanted) {
        Made made = newest;
        while (made != null && made.of != wanted) {
            made = made.before;
        }
        return made;
    }

    private synchronized @Nullable MethodHandle add(Class<?> wanted) {
        Made made = made(wanted);
        if (made == null) {
            Copies.Copy copy = Copies.of(wanted);
            if (copy != null) {
                SITES.get(copy.type()).depth = depth + 1;
            }
            made = new Made(wanted, copy == null ? null : copy.maker(), newest);
            newest = made;
        }
        return made.maker;
    }
}
