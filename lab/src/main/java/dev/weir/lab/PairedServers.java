package dev.weir.lab;

import static dev.weir.lab.Paired.Counted.REQUESTS;

import dev.weir.lab.load.Generator;
import dev.weir.lab.load.H2Load;
import dev.weir.lab.load.Http2Bodies;
import dev.weir.lab.load.Http2Listening;
import dev.weir.lab.load.PlainWrk;
import dev.weir.lab.load.SelfSigned;
import dev.weir.lab.load.Speech;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
            List.of(new Paired.Row("http plain", wrk -> new PlainWrk(64), REQUESTS, false, Set.of()));

    private static final H2Load STREAMS = new H2Load(10, 32);
    private static final List<Paired.Row> H2 =
            List.of(new Paired.Row("h2 plaintext", wrk -> STREAMS, REQUESTS, true, Set.of()));
    private static final List<Paired.Row> H2_TLS =
            List.of(new Paired.Row("h2 tls", wrk -> STREAMS, REQUESTS, true, Set.of()));

    private static final int MEGABYTE = 1_000_000;
    private static final int BODIES_CONNECTIONS = 4;
    private static final int FEW = 1;
    private static final int MANY = 16;
    private static final int IN_ALL = 640; // megabytes that come or go before time is looked at

    /** A thousand streams, which get 100,000 events a second in all. */
    private static final Http2Listening LISTENING = new Http2Listening(10, 100);

    private static final int TICK = 10; // milliseconds from one event to the next
    private static final int BURST = 16;

    private static final Paired.Counted EVENTS = new Paired.Counted("/events", "µs/event", "events/s", 1);

    private PairedServers() {}

    /** Whether all rows are measured, or those of a quick run. */
    private static boolean isWhole(Settings settings) {
        return !settings.quick() || !settings.part().rows().isEmpty();
    }

    private static List<Paired.Row> bodies(Settings settings) {
        List<Paired.Row> rows = new ArrayList<>();
        for (int megabytes : isWhole(settings) ? List.of(1, 10) : List.of(1)) {
            for (int streams : isWhole(settings) ? List.of(FEW, MANY) : List.of(MANY)) {
                rows.add(bodies("download", "/download/" + megabytes, megabytes, streams, 0));
                rows.add(bodies("upload", "/upload", megabytes, streams, megabytes * MEGABYTE));
            }
        }
        return rows;
    }

    private static Paired.Row bodies(String what, String path, int megabytes, int streams, int upload) {
        String size = megabytes == 1 ? "one megabyte" : megabytes + " megabytes";
        String name = "h2 " + what + " of " + size + " over " + streams * BODIES_CONNECTIONS + " streams";
        int requests = IN_ALL / megabytes;
        Generator load = new Http2Bodies(new H2Load(BODIES_CONNECTIONS, streams), requests, upload);
        return new Paired.Row(name, wrk -> load, Paired.Counted.bodies(path, megabytes), false, Set.of());
    }

    private static Paired events(String name, int burst, boolean measured, Settings settings) {
        int tick = TICK * burst;
        return Paired.of(
                streams("netty", "weir", "vertx", "reactor-netty"),
                measured ? List.of(new Paired.Row(name, wrk -> LISTENING, EVENTS, false, Set.of())) : List.of(),
                () -> List.of("tick=" + tick, "burst=" + burst),
                settings);
    }

    private static List<Peer> streams(String... impls) {
        return Stream.of(impls)
                .map(impl -> Peer.http2(impl, impl + "-streams", Speech.H2))
                .toList();
    }

    /** Those that are wanted. */
    static List<Paired> of(Settings settings) {
        return List.of(
                Paired.of(C10k.holdingMany(), TCP, Paired.Told.NOTHING, settings),
                Paired.of(C10k.HTTP, HTTP, Paired.Told.NOTHING, settings),
                Paired.of(plain(), PLAIN, () -> List.of("route=/"), settings),
                Paired.of(http2(Speech.H2), H2, Paired.Told.NOTHING, settings),
                Paired.of(http2(Speech.H2_TLS), H2_TLS, () -> List.of("tls=" + SelfSigned.create()), settings),
                Paired.of(
                        streams("netty", "weir", "vertx", "reactor-netty", "helidon"),
                        bodies(settings),
                        Paired.Told.NOTHING,
                        settings),
                events("h2 events one by one", 1, true, settings),
                events("h2 events in bursts", BURST, isWhole(settings), settings));
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
