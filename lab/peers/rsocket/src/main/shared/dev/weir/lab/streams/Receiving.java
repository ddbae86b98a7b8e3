package dev.weir.lab.streams;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** What a client is to receive, and how it tells what that took. */
public final class Receiving {
    private static final long SEED = 7;

    private final String host;
    private final int port;
    private final Map<String, Integer> numbers;
    private final Random random = new Random(SEED);
    private final LongAdder came = new LongAdder();

    private Receiving(String host, int port, Map<String, Integer> numbers) {
        this.host = host;
        this.port = port;
        this.numbers = numbers;
    }

    /** Of a name, a host, a port, and numbers: {@code connections}, {@code streams} of each, {@code turns}, {@code burst}, {@code size}. */
    public static Receiving of(String[] arguments) {
        return new Receiving(
                arguments[1],
                Integer.parseInt(arguments[2]),
                Arrays.stream(arguments)
                        .skip(3)
                        .map(argument -> argument.split("=", -1))
                        .collect(Collectors.toMap(parts -> parts[0], parts -> Integer.valueOf(parts[1]))));
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    public int connections() {
        return number("connections");
    }

    public int streams() {
        return number("streams");
    }

    /** What the next stream is asked for: at its own time. */
    public Ask next() {
        int turns = number("turns");
        return new Ask(random.nextInt(Math.max(1, turns)), turns, number("burst"), number("size"));
    }

    private int number(String name) {
        return Objects.requireNonNull(numbers.get(name), name);
    }

    /** A payload has come; on any thread. */
    public void count() {
        came.increment();
    }

    /** Everything is asked for: receives for as many seconds as each line of the input says, and prints what that took. */
    public void work() throws IOException, InterruptedException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Costs before = Costs.now();
            long counted = came.sum();
            Thread.sleep((long) (1e3 * Double.parseDouble(line)));
            Costs after = Costs.now();
            double messages = came.sum() - counted;
            System.out.println("messages " + messages);
            System.out.println("bytes " + (after.bytes() - before.bytes()) / messages);
            System.out.println("cpu " + (after.cpuNanos() - before.cpuNanos()) / 1e3 / messages);
            System.out.println("done");
        }
    }
}
