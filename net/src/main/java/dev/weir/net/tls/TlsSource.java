package dev.weir.net.tls;

import java.util.List;

/** What says which certificates a server has. */
public interface TlsSource {
    /**
     * Reads the files; blocks.
     *
     * @param protocols what to offer by ALPN, the best first; may be none
     */
    TlsContexts load(List<String> protocols);
}
