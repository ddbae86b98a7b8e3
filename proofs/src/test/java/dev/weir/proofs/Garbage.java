package dev.weir.proofs;

import java.lang.ref.WeakReference;

/** What nobody holds any more. */
public final class Garbage {
    private static final int ATTEMPTS = 100;

    private Garbage() {}

    /** Fails if something still holds the object. */
    public static void assertCollected(WeakReference<?> reference) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (reference.refersTo(null)) {
                return;
            }
            System.gc();
        }
        throw new AssertionError("something still holds " + reference.get());
    }
}
