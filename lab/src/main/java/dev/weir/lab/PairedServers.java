package dev.weir.lab;

import dev.weir.lab.load.H2Load;
import dev.weir.lab.load.PlainWrk;
import dev.weir.lab.load.SelfSigned;
import dev.weir.lab.load.Speech;
import java.util.List;
import java.util.Set;

/** The servers that are measured side by side. */
final class PairedServers {
    private static final int CONNECTIONS = 100;
    private static final List<Paired.Row> TCP = List.of(Paired.Row.of("tcp, paired", CONNECTIONS, 1, Set.of()));

    /** Of 16 requests that come at once, RxNetty answers 13. */
    private static final List<Paired.Row> HTTP = List.of(
            Paired.Row.of("http keep-alive, paired", CONNECTIONS, 1, Set.of()),
            Paired.Row.of("http pipelined, paired", CONNECTIONS, 16, Set.of("rxnetty")));

    /** Put under load in another way, so that a difference need not be that way's. */
    private static final List<Paired.Row> PLAIN =
            List.of(new Paired.Row("http plain", wrk -> new PlainWrk(64), false, Set.of()));

    private static final H2Load STREAMS = new H2Load(10, 32);
    private static final List<Paired.Row> H2 = List.of(new Paired.Row("h2 plaintext", wrk -> STREAMS, true, Set.of()));
    private static final List<Paired.Row> H2_TLS = List.of(new Paired.Row("h2 tls", wrk -> STREAMS, true, Set.of()));

    private PairedServers() {}

    /** Those that are wanted. */
    static List<Paired> of(Settings settings) {
        return List.of(
                Paired.of(C10k.holdingMany(), TCP, Paired.Told.NOTHING, settings),
                Paired.of(C10k.HTTP, HTTP, Paired.Told.NOTHING, settings),
                Paired.of(plain(), PLAIN, () -> List.of("route=/"), settings),
                Paired.of(http2(Speech.H2), H2, Paired.Told.NOTHING, settings),
                Paired.of(http2(Speech.H2_TLS), H2_TLS, () -> List.of("tls=" + SelfSigned.create()), settings));
    }

    /** Those of today. */
    private static List<Peer> plain() {
        return C10k.HTTP.stream()
                .filter(peer -> !List.of("rxnetty", "jdk").contains(peer.impl()))
                .toList();
    }

    private static List<Peer> http2(Speech speech) {
        return List.of(
                Peer.http2("netty", "netty-h2", speech),
                Peer.http2("weir", "weir-http", speech),
                Peer.http2("vertx", "vertx-http", speech),
                Peer.http2("helidon", "helidon-http", speech));
    }
}
