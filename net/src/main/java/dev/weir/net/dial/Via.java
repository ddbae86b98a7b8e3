package dev.weir.net.dial;

import org.jspecify.annotations.Nullable;

/** What says which proxy is on the way. */
public interface Via {
    Hop hop();

    /**
     * The hop of a proxy.
     *
     * @param proxy one that is a {@code Via}, or null
     */
    static @Nullable Hop of(@Nullable Object proxy) {
        return proxy == null ? null : ((Via) proxy).hop();
    }
}
