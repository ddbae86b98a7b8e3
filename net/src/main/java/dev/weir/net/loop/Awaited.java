package dev.weir.net.loop;

import java.util.concurrent.CompletionException;

/** What a failure is that {@code await()} may have wrapped. */
public final class Awaited {
    private Awaited() {}

    /** What was wrapped; else the failure itself. */
    public static Throwable in(Throwable failure) {
        Throwable known = failure;
        while (known instanceof CompletionException && known.getCause() != null) {
            known = known.getCause();
        }
        return known;
    }
}
