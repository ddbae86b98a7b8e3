package dev.weir.lab;

import dev.weir.lab.neutral.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The command {@code ./weir lab}. */
public final class Lab {
    /** JMH's own, which it takes for each measurement: here it is held for all of them. */
    private static final Path LOCK = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");

    private Lab() {}

    public static void main(String[] arguments) throws Exception {
        System.setProperty("jmh.ignoreLock", "true");
        try {
            Options options = Options.parse(arguments);
            if (options.help()) {
                System.out.print(Options.HELP);
            } else {
                run(options);
            }
        } catch (Refused refused) {
            refused.tell();
        }
    }

    private static void run(Options options) throws Exception {
        Path text = options.text().isPresent()
                ? options.text().get().toAbsolutePath()
                : Text.write(options.out().toAbsolutePath().resolve("text.txt"));
        try (TextServer server = new TextServer(text);
                FileChannel lock = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (lock.tryLock() == null) {
                throw new Refused("something else on this machine is being measured by JMH: wait for its end");
            }
            measure(
                    options,
                    new Settings(
                            options.quick(),
                            text,
                            server.url(),
                            options.part(),
                            options.against().map(ClassPath::withCore)));
        }
    }

    private static void measure(Options options, Settings settings) throws Exception {
        List<Suite> suites = wanted(options, settings);
        if (settings.against().isPresent() && suites.stream().noneMatch(JmhSuite.class::isInstance)) {
            throw new Refused(
                    "--against is for the suites that JMH runs, up to crowded-operators, and vthreads and file");
        }
        suites.forEach(suite -> suite.check(settings));
        Progress progress = new Progress(
                System.err,
                suites.stream().mapToDouble(s -> s.expected(settings)).sum());
        Map<String, List<Measurement>> results = new LinkedHashMap<>();
        for (Suite suite : suites) {
            run(suite, settings, progress, measured -> write(options, results, suite, measured));
            System.out.println(Table.of(suite.name(), results.getOrDefault(suite.name(), List.of())));
        }
        System.out.println(
                "The report is " + options.out().resolve("index.html").toUri());
        if (progress.failures() > 0) {
            System.err.println(
                    "weir lab: " + progress.failures() + " measurements failed, as told above, and are left out");
            System.exit(1);
        }
    }

    /** One that fails is told of, and what it has is kept; the next may follow. */
    static void run(Suite suite, Settings settings, Progress progress, Consumer<List<Measurement>> keeper)
            throws InterruptedException {
        progress.keepIn(keeper);
        try {
            keeper.accept(suite.run(settings, progress));
        } catch (InterruptedException | UncheckedIOException end) { // the second: the report can't be written
            throw end;
        } catch (Exception failure) {
            progress.fail("the suite " + suite.name() + ": " + failure.getMessage());
        }
    }

    private static List<Suite> wanted(Options options, Settings settings) {
        List<Suite> named = options.suites().stream().map(Suites::named).toList();
        List<Suite> wanted =
                named.stream().filter(suite -> suite.expected(settings) > 0).toList();
        if (wanted.isEmpty()) {
            Settings all = new Settings(false, settings.text(), settings.url(), Part.ALL, Optional.empty());
            String titles = named.stream()
                    .map(suite -> "\n  " + suite.name() + ": " + String.join("; ", suite.titles(all)))
                    .collect(Collectors.joining());
            throw new Refused(
                    "nothing to measure: no row has these words in its name and these implementations. There are"
                            + titles);
        }
        return wanted;
    }

    private static void write(
            Options options, Map<String, List<Measurement>> results, Suite suite, List<Measurement> measurements) {
        results.put(suite.name(), measurements);
        try {
            Report.write(options.out(), results, conditions(options));
        } catch (IOException e) {
            throw new UncheckedIOException("the report can't be written", e);
        }
    }

    private static String conditions(Options options) {
        return "%s, %s. Java %s on %s, %d processors. Each figure is the median of all iterations; %s."
                .formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        options.quick() ? "a quick run with one fork, good for orders of magnitude only" : "a full run",
                        Runtime.version(),
                        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors(),
                        "the error is half of the 99.9 % confidence interval of their mean");
    }
}
