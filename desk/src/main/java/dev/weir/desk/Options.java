package dev.weir.desk;

import dev.weir.postgres.Postgres;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the command line says. */
record Options(
        String bind,
        int http,
        int tcp,
        int rsocket,
        Duration delay,
        int maxInFlight,
        int maxStreams,
        int maxConnections,
        boolean still,
        String pgUrl) {
    private static final Pattern POSTGRES = Pattern.compile("postgres(ql)?://.+");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");
    static final String HELP = """
        Usage: ./weir desk [options]

        A live currency desk: a page and JSON over HTTP, amounts by the line over TCP, routes over RSocket.

          --http PORT            the HTTP port, 8080; 0 takes any that is free
          --tcp PORT             the TCP port, 8081; 0 takes any that is free
          --rsocket PORT         the RSocket port, 7878; 0 takes any that is free
          --bind ADDRESS         the address to listen on, 127.0.0.1; 0.0.0.0 is all of them
          --delay TIME           how long an answer over TCP takes, 1s; such as 250ms, 2s or 0
          --still                keep the rates where they are: else they walk a little while watched
          --pg-url URL           the PostgreSQL that keeps the rates, such as postgresql://user@host/database; without,
                                 one is started, and ends with the desk
          --max-in-flight COUNT  HTTP requests answered at once, 1000; beyond it 503
          --max-streams COUNT    open streams of rates, 1000; beyond it 503
          --max-connections COUNT
                                 open connections of each server, 10000; beyond it they wait
          --help                 show this

        Over HTTP:

          /10.99                 what euros are in dollars
          /convert?amount=2.5&from=GBP&to=USD
          /rates                 the table, and /rates/USD one of it; PUT a number there to move or add it
          /rates/stream          every change of a rate, as server-sent events
          /rates/socket          the same over a WebSocket
          /health                ok, whatever the load

        Over TCP a line is an amount in EUR. Answers come as they become due: an error at once, a conversion
        after the delay.

        Over RSocket routes take and give text:

          rate                   a response: the rate of a currency such as USD
          rates                  a stream: that rate and how it moves, or all of them as JSON if none is named
          convert                a channel: lines such as 2.5 GBP USD are converted, one by one
          move                   fire and forget: USD 1.07 moves a rate or adds it
        """;

    private static final Map<String, String> DEFAULTS = Map.of(
            "--http", "8080",
            "--tcp", "8081",
            "--rsocket", "7878",
            "--bind", "127.0.0.1",
            "--delay", "1s",
            "--max-in-flight", "1000",
            "--max-streams", "1000",
            "--max-connections", "10000",
            "--still", "false",
            "--pg-url", "");
    private static final Pattern TIME = Pattern.compile("(\\d{1,6})(ms|s)?");
    private static final int MAX_COUNT = 1_000_000;

    /** Reads the arguments; a later one wins over an earlier one. */
    static Options parse(String... arguments) {
        Map<String, String> given = new HashMap<>(DEFAULTS);
        for (int i = 0; i < arguments.length; i++) {
            String[] parts = arguments[i].split("=", 2);
            String option = parts[0];
            if (!DEFAULTS.containsKey(option)) {
                throw new Refused("unknown option " + Refused.quote(option) + ": --help lists them");
            }
            boolean flag = option.equals("--still");
            if (flag && parts.length == 2) {
                throw new Refused("--still takes no value");
            } else if (flag) {
                given.put(option, "true");
            } else if (parts.length == 2) {
                given.put(option, parts[1]);
            } else if (++i < arguments.length) {
                given.put(option, arguments[i]);
            } else {
                throw new Refused(option + " needs a value: --help tells which");
            }
        }
        return new Options(
                text(given, "--bind"),
                number(given, "--http", 0, 65_535),
                number(given, "--tcp", 0, 65_535),
                number(given, "--rsocket", 0, 65_535),
                time(given, "--delay"),
                number(given, "--max-in-flight", 1, MAX_COUNT),
                number(given, "--max-streams", 0, MAX_COUNT),
                number(given, "--max-connections", 1, MAX_COUNT),
                Boolean.parseBoolean(text(given, "--still")),
                pgUrl(given));
    }

    static boolean asksForHelp(String... arguments) {
        return Stream.of(arguments).anyMatch(Set.of("help", "-h", "--help")::contains);
    }

    private static String pgUrl(Map<String, String> given) {
        String url = text(given, "--pg-url");
        if (!url.isEmpty() && !POSTGRES.matcher(url).matches()) {
            throw bad("--pg-url", "takes a URL such as postgresql://user@host/database", url);
        }
        try {
            if (!url.isEmpty()) {
                Postgres.of(url).close(); // which would connect when it is used
            }
            return url;
        } catch (IllegalArgumentException wrong) {
            throw new Refused("--pg-url: " + wrong.getMessage());
        }
    }

    private static String text(Map<String, String> given, String option) {
        return given.getOrDefault(option, "");
    }

    private static int number(Map<String, String> given, String option, int least, int most) {
        String text = text(given, option);
        int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : -1;
        if (number < least || number > most) {
            throw bad(option, "takes a number from " + least + " to " + most, text);
        }
        return number;
    }

    private static Duration time(Map<String, String> given, String option) {
        String text = text(given, option);
        Matcher time = TIME.matcher(text);
        if (!time.matches() || (time.group(2) == null && !text.equals("0"))) {
            throw bad(option, "takes a time such as 250ms, 2s or 0", text);
        }
        long count = Long.parseLong(time.group(1));
        return "s".equals(time.group(2)) ? Duration.ofSeconds(count) : Duration.ofMillis(count);
    }

    private static Refused bad(String option, String takes, String text) {
        return new Refused(option + " " + takes + ", not " + Refused.quote(text));
    }
}
