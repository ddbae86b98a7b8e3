package dev.weir.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** Who does the work of a row. */
record Impl(String name, Kind kind, String version) {
    enum Kind {
        OURS,
        PEER,
        BASELINE,
        /** Shown, but not compared with. */
        ASIDE
    }

    /** As if it were a method: ours, on the class path of {@code --against}. */
    static final String AGAINST = "weirAgainst";

    /** As if it were a method: ours, with a thread-local that it carries. */
    static final String CARRIED = "weirCarried";

    private static final Map<String, String> ASIDES = Map.of(
            "reactorUnrequested",
            "reactor (as published, no request)",
            "weirFlatMap",
            "weir flatMap",
            "weirConcatMap",
            "weir concatMap",
            "weirNamed",
            "weir, named",
            "weirContext",
            "weir, with context",
            "weirUntailored",
            "weir, tailoring off",
            CARRIED,
            "weir, carried",
            AGAINST,
            "weir, the other core");
    private static final Set<String> LIBRARIES = Set.of(
            "weir",
            "reactor",
            "rxjava",
            "mutiny",
            "pekko",
            "rxnetty",
            "reactor-netty",
            "vertx",
            "helidon",
            "spring-mvc",
            "spring-webflux",
            "rsocket-java",
            "spring",
            "vertx-pg",
            "hikari",
            "pgjdbc",
            "r2dbc",
            "jooq");
    private static final Map<String, String> BASELINES =
            Map.of("parallel", "parallel streams", "threads", "virtual threads");
    private static final Properties VERSIONS = versions();

    /** The implementation that a method is named after. */
    static Impl of(String method) {
        if (ASIDES.containsKey(method)) {
            String name = ASIDES.get(method);
            return new Impl(name, Kind.ASIDE, VERSIONS.getProperty(libraryOf(name)));
        }
        if (LIBRARIES.contains(method)) {
            Kind kind = method.equals("weir") ? Kind.OURS : Kind.PEER;
            return new Impl(method, kind, VERSIONS.getProperty(method));
        }
        return new Impl(
                BASELINES.getOrDefault(method, method),
                Kind.BASELINE,
                VERSIONS.getProperty(method, "JDK " + Runtime.version()));
    }

    /** What kind of implementation has that name. */
    static Kind kindOf(String name) {
        if (ASIDES.containsValue(name)) {
            return Kind.ASIDE;
        }
        return name.equals("weir") ? Kind.OURS : LIBRARIES.contains(name) ? Kind.PEER : Kind.BASELINE;
    }

    /** The one of which it is an aside; else the implementation itself. */
    static String libraryOf(String name) {
        return kindOf(name) == Kind.ASIDE ? name.split("[ ,]")[0] : name;
    }

    private static Properties versions() {
        Properties versions = new Properties();
        try (InputStream in = Impl.class.getResourceAsStream("versions.properties")) {
            versions.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return versions;
    }
}
