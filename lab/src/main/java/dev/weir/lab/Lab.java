package dev.weir.lab;

import dev.weir.lab.neutral.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/** The command {@code ./weir lab}. */
public final class Lab {
    private static final Path OUT = Path.of(System.getProperty("weir.lab.out", "lab/target/report"));

    private Lab() {}

    public static void main(String[] arguments) throws Exception {
        try {
            Options options = Options.parse(Suites.names(), OUT, arguments);
            if (options.help()) {
                System.out.print(Options.HELP);
            } else {
                run(options);
            }
        } catch (Refused refused) {
            System.err.println("weir lab: " + refused.getMessage());
            System.exit(2);
        } catch (RunnerException failure) {
            System.err.println("weir lab: " + told(failure));
            System.exit(1);
        }
    }

    private static String told(RunnerException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.contains("Another JMH instance")
                ? "something else on this machine is being measured by JMH: wait for its end"
                : message;
    }

    private static void run(Options options) throws Exception {
        Path text = options.text().isPresent()
                ? options.text().get().toAbsolutePath()
                : Text.write(options.out().toAbsolutePath().resolve("text.txt"));
        try (TextServer server = new TextServer(text)) {
            measure(options, new Settings(options.quick(), text, server.url(), options.net()));
        }
    }

    private static void measure(Options options, Settings settings) throws Exception {
        List<Suite> suites = options.suites().stream().map(Suites::named).toList();
        suites.forEach(Suite::check);
        Progress progress = new Progress(
                System.err,
                suites.stream().mapToDouble(s -> s.expected(settings)).sum());
        Map<String, List<Measurement>> results = new LinkedHashMap<>();
        for (Suite suite : suites) {
            progress.keepIn(soFar -> write(options, results, suite, soFar));
            write(options, results, suite, suite.run(settings, progress));
            System.out.println(Table.of(suite.name(), results.get(suite.name())));
        }
        System.out.println(
                "The report is " + options.out().resolve("index.html").toUri());
        if (progress.failures() > 0) {
            throw new RunnerException(progress.failures() + " measurements failed, as told above, and are left out");
        }
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
