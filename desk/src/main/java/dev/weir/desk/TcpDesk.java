package dev.weir.desk;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.tcp.LineTooLongException;
import dev.weir.net.tcp.TcpConnection;
import dev.weir.net.tcp.TcpServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Converts euros to dollars by the line. An answer takes a while, as if another house had to be asked; meanwhile
 * no thread waits for it, and more lines are read.
 */
final class TcpDesk {
    /** How many lines of a connection may wait for their answers; more are not read before one is answered. */
    static final int LINES_IN_FLIGHT = 10_000;

    /** How many lines of all connections may: more are refused, as each takes memory, and others may open many connections. */
    static final int MOST_WAITING = 20 * LINES_IN_FLIGHT;

    /** How many bytes a line may have. */
    static final int MAX_LINE = 1024;

    private final Rates rates;
    private final Duration delay;
    private final int mostWaiting;
    private final AtomicInteger waiting = new AtomicInteger();

    TcpDesk(Rates rates, Duration delay) {
        this(rates, delay, MOST_WAITING);
    }

    TcpDesk(Rates rates, Duration delay, int mostWaiting) {
        this.rates = rates;
        this.delay = delay;
        this.mostWaiting = mostWaiting;
    }

    TcpServer.Builder server() {
        return TcpServer.builder()
                .handler(this::serve)
                .maxLineLength(MAX_LINE)
                .idleTimeout(delay.plusMinutes(5)); // else who waits for an answer would be cut off
    }

    private One<@Nullable Void> serve(TcpConnection connection) {
        return connection.sendLines(connection
                .lines()
                .map(this::answer)
                .onErrorResume(TcpDesk::farewell)
                .flatMap(LINES_IN_FLIGHT, One::toMany));
    }

    private One<String> answer(String line) {
        return One.defer(() -> converted(line).doFinally(ending -> waiting.decrementAndGet()))
                .onErrorResume(TcpDesk::explain);
    }

    private One<String> converted(String line) {
        return waiting.incrementAndGet() <= mostWaiting
                ? One.supply(() -> convert(Amount.parse(line))).delay(delay)
                : One.fail(() -> new Refused("too many amounts wait for their answers: try again later"));
    }

    private String convert(Amount euros) {
        String dollars = rates.now().dollars(euros.value()).toPlainString();
        return euros.text() + " EUR is " + dollars + " USD";
    }

    private static One<String> explain(Throwable failure) {
        return failure instanceof Refused ? One.of("error: " + failure.getMessage()) : One.fail(() -> failure);
    }

    /** Where a line that is too long ends is not known, so nothing after it can be understood. */
    private static Many<One<String>> farewell(Throwable failure) {
        return failure instanceof LineTooLongException
                ? Many.of(One.of("error: a line has at most " + MAX_LINE + " bytes: good-bye"))
                : Many.fail(() -> failure);
    }
}
