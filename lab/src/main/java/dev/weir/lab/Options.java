package dev.weir.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the command line says. It needs nothing but the JDK: {@code ./weir} runs it out of the sources, so that what is
 * wrong is told before anything is built.
 */
record Options(
        List<String> suites,
        boolean quick,
        boolean help,
        Path out,
        Optional<Path> text,
        Optional<Path> against,
        Part part) {
    static final String HELP = """
        Usage: ./weir lab [suite...] [options]

        Measures Weir side by side with other libraries.

          rebls      single values and streams, CPU and I/O, as in the REBLS'21 paper
          sync       ranges and flatMap on one thread, hops between threads
          small      streams of a few items and single values, assembled for each run as for a request
          operators  one operator after the other, few items and more
          crowded    the same pipelines in a JVM that has run many others
          crowded-operators  one operator after the other there
          footprint  memory, start-up, size of the code
          vthreads   blocking calls on virtual threads
          file       files that are read and written
          c10k       servers that answer 200 OK, at once or after 100 ms, over the number of connections
          ramp       more and more users of Spring MVC, of Spring WebFlux and of Weir
          stream     large bodies, events to many clients, WebSocket echoes
          rsocket    many streams of RSocket that send now and then
          db         queries, scans, inserts and notifications of PostgreSQL

          --quick               one fork and short iterations: about an hour for all suites
          --rows A,B            only the rows with these words in their names
          --peers A,B           only these implementations, such as weir,rxjava,loop
          --against CORE.jar    measures that core of Weir as well, side by side with the one built now
          --out DIR             where the report goes, lab/target/report
          --text FILE           the text for rebls and file, instead of a generated one
          --connections 1,1000  of c10k and of the events of stream these numbers of connections
          --help                show this
        """;

    static final List<String> SUITES = List.of(
            "rebls",
            "sync",
            "small",
            "operators",
            "crowded",
            "crowded-operators",
            "footprint",
            "vthreads",
            "file",
            "c10k",
            "ramp",
            "stream",
            "rsocket",
            "db");

    /** The rows of footprint for which sources are downloaded. */
    private static final String SOURCES = "source lines, source files, source complexity density";

    /** The rows of c10k that need h2load and nghttp. */
    private static final List<String> HTTP2 = """
        h2 plaintext
        h2 tls
        h2 download of one megabyte over 4 streams
        h2 upload of one megabyte over 4 streams
        h2 download of one megabyte over 64 streams
        h2 upload of one megabyte over 64 streams
        h2 download of 10 megabytes over 4 streams
        h2 upload of 10 megabytes over 4 streams
        h2 download of 10 megabytes over 64 streams
        h2 upload of 10 megabytes over 64 streams
        h2 events one by one
        h2 events in bursts
        """.lines().toList();

    private static final Set<String> LOADED_BY_WRK = Set.of("c10k", "ramp", "stream");
    /** They have rows in which Weir carries a thread-local as well. */
    private static final Set<String> CARRYING = Set.of("rebls", "sync", "crowded");

    /** Titles have commas of their own: before a blank, and in numbers. */
    private static final String BETWEEN_TITLES = ",(?! |\\d{3}(?!\\d))";

    private static final Path OUT = Path.of(System.getProperty("weir.lab.out", "lab/target/report"));

    /** Checks the arguments, and prints what has to be built or downloaded for them besides the lab. */
    public static void main(String[] arguments) {
        try {
            Options options = parse(arguments);
            boolean wrk = options.suites.stream().anyMatch(LOADED_BY_WRK::contains);
            if (wrk) {
                Needs.check();
            }
            if (options.suites.contains("c10k") && HTTP2.stream().anyMatch(options.part::wants)) {
                Needs.checkHttp2();
            }
            if (wrk || options.suites.contains("rsocket")) {
                System.out.println("servers");
            }
            if (options.suites.contains("db")) {
                System.out.println("db");
            }
            if (options.suites.stream().anyMatch(CARRYING::contains)) {
                System.out.println("carried");
            }
            if (options.suites.contains("footprint") && options.part.wants(SOURCES)) {
                System.out.println("sources");
            }
        } catch (Refused refused) {
            refused.tell();
        }
    }

    /** Reads the arguments; a later one wins over an earlier one. */
    static Options parse(String... arguments) {
        Set<String> suites = new LinkedHashSet<>();
        boolean quick = false;
        boolean help = false;
        Path out = OUT;
        Optional<Path> text = Optional.empty();
        Optional<Path> against = Optional.empty();
        List<String> peers = List.of();
        List<String> rows = List.of();
        List<Integer> connections = List.of();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--quick" -> quick = true;
                case "--help", "-h" -> help = true;
                case "--out" -> out = directory(value(arguments, i++));
                case "--text" -> text = Optional.of(file("--text", value(arguments, i++)));
                case "--against" -> against = Optional.of(file("--against", value(arguments, i++)));
                case "--peers" -> peers = list(value(arguments, i++));
                case "--rows" -> rows = list(value(arguments, i++), BETWEEN_TITLES);
                case "--connections" -> connections = counts(value(arguments, i++));
                default -> suites.add(suite(arguments[i]));
            }
        }
        Part part = new Part(peers, rows, connections);
        return new Options(suites.isEmpty() ? SUITES : List.copyOf(suites), quick, help, out, text, against, part);
    }

    private static List<String> list(String value) {
        return list(value, ",");
    }

    private static List<String> list(String value, String between) {
        return Stream.of(value.split(between))
                .map(String::trim)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static List<Integer> counts(String value) {
        return list(value).stream().map(Options::count).toList();
    }

    private static Integer count(String value) {
        if (!value.matches("[1-9]\\d{0,4}")) {
            throw new Refused("--connections takes numbers from 1 to 99999, and '" + value + "' is none");
        }
        return Integer.valueOf(value);
    }

    private static String value(String[] arguments, int option) {
        if (option + 1 == arguments.length || arguments[option + 1].startsWith("--")) {
            throw new Refused(arguments[option] + " needs a value: --help tells which");
        }
        return arguments[option + 1];
    }

    private static String suite(String argument) {
        if (SUITES.contains(argument)) {
            return argument;
        }
        throw new Refused(
                argument.startsWith("-")
                        ? "unknown option '" + argument + "': --help lists them"
                        : "unknown suite '" + argument + "': there are " + String.join(", ", SUITES));
    }

    private static Path directory(String value) {
        Path path = Path.of(value);
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new Refused("--out takes a directory, and '" + value + "' is a file");
        }
        return path;
    }

    private static Path file(String option, String value) {
        Path path = Path.of(value);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new Refused(option + " takes a file, and '" + value + "' can't be read");
        }
        return path;
    }
}
