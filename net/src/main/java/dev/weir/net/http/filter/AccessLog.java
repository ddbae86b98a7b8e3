package dev.weir.net.http.filter;

import dev.weir.io.disk.DiskThreads;
import dev.weir.net.http.Observer;
import dev.weir.net.http.Request;
import dev.weir.net.http.wire.Json;
import dev.weir.net.loop.Frequency;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each exchange, off the event loops: they only queue what a thread of its own then formats and writes,
 * flushing when nothing is left. More than 8192 that wait are dropped and counted: a slow disk must not slow the
 * server down. What clients sent is escaped, so it can't begin a line of its own.
 *
 * <pre>{@code
 * HttpServer.builder().observe(AccessLog.combined(Files.newBufferedWriter(path, APPEND, CREATE)))
 * }</pre>
 */
public final class AccessLog implements Observer, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");
    private static final int MOST = 8192;
    private static final long SILENCE = TimeUnit.MINUTES.toNanos(1);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

    /** An exchange, or what was refused, and when it was over. */
    private record Unwritten(
            Instant time,
            InetSocketAddress client,
            @Nullable Served exchange,
            int status,
            String detail) {}

    /** What there is to tell of an exchange: its request would keep the response for as long as the line waits. */
    private record Served(
            String method,
            String target,
            String protocol,
            @Nullable String route,
            @Nullable String referer,
            @Nullable String agent,
            long bytesIn,
            long bytesOut,
            Duration untilHead,
            Duration total,
            Outcome outcome) {
        static Served of(Exchanged exchange) {
            Request request = exchange.request();
            return new Served(
                    request.method(),
                    request.target(),
                    request.protocol(),
                    exchange.route(),
                    request.header("referer"),
                    request.header("user-agent"),
                    exchange.bytesIn(),
                    exchange.bytesOut(),
                    exchange.untilHead(),
                    exchange.total(),
                    exchange.outcome());
        }
    }

    private final Writer to;
    private final Function<Unwritten, String> format;
    private final Queue<Unwritten> lines = new ConcurrentLinkedQueue<>();
    private final Executor writer;
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder dropped = new LongAdder();
    private final Frequency failureTold = new Frequency(1, SILENCE); // a full disk fails each time
    private volatile boolean threadless; // as was told

    private AccessLog(Writer to, Function<Unwritten, String> format, Executor writer) {
        this.to = Objects.requireNonNull(to, "to");
        this.format = format;
        this.writer = writer;
    }

    /** The combined format of Apache and nginx. The writer stays the caller's to close, after this. */
    public static AccessLog combined(Writer to) {
        return combined(to, thread());
    }

    static AccessLog combined(Writer to, Executor writer) {
        return new AccessLog(to, AccessLog::combined, writer);
    }

    private static Executor thread() {
        return DiskThreads.one("weir-access-log");
    }

    /**
     * A JSON object a line: time, remote, method, target, route, status, bytesIn, bytesOut, headMillis, millis,
     * outcome, referer, userAgent; of what was no request time, remote, status, outcome ("refused") and detail. The
     * writer stays the caller's to close, after this.
     */
    public static AccessLog json(Writer to) {
        return new AccessLog(to, AccessLog::json, thread());
    }

    /**
     * How many lines were dropped because writing did not keep up, or may be lost as it failed: all that were to be flushed
     * together then, of which a buffer in the writer may have kept some for the next time. Of failures the log has a warning a
     * minute.
     */
    public long dropped() {
        return dropped.sum();
    }

    @Override
    public void over(Exchanged exchange) {
        add(new Unwritten(
                Instant.now(), exchange.request().remoteAddress(), Served.of(exchange), exchange.status(), ""));
    }

    @Override
    public void refused(InetSocketAddress client, int status, String detail) {
        add(new Unwritten(Instant.now(), client, null, status, detail));
    }

    private void add(Unwritten line) {
        if (waiting.get() >= MOST) {
            dropped.increment();
            return;
        }
        lines.add(line);
        if (waiting.getAndIncrement() == 0) {
            try {
                writer.execute(this::write);
                threadless = false;
            } catch (Throwable noThread) { // which is not the server's end, and there may be one for the next line
                drop();
                if (!threadless) {
                    threadless = true;
                    tell(noThread);
                }
            }
        }
    }

    /** What {@link #close} takes meanwhile it counts itself. */
    private void drop() {
        int lost;
        do {
            lost = 0;
            while (lines.poll() != null) {
                lost++;
            }
            dropped.add(lost);
        } while (waiting.addAndGet(-lost) > 0 && lost > 0);
    }

    private void write() {
        int written;
        do {
            written = writeAll();
        } while (waiting.addAndGet(-written) > 0);
    }

    private synchronized int writeAll() {
        int taken = 0;
        int unflushed = 0;
        try {
            for (Unwritten line = lines.poll(); line != null; line = lines.poll()) {
                taken++;
                String text = formatted(line);
                if (text != null) {
                    unflushed++;
                    to.write(text);
                    to.write('\n');
                }
            }
            if (unflushed > 0) { // else it may be closed by now
                to.flush();
            }
        } catch (Throwable failure) { // those after it must not suffer
            lose(unflushed, failure); // those before it are in a buffer, of which nobody knows what comes
        }
        return taken;
    }

    private @Nullable String formatted(Unwritten line) {
        try {
            return format.apply(line);
        } catch (Throwable failure) { // as without memory
            lose(1, failure);
            return null;
        }
    }

    private void lose(int count, Throwable failure) {
        dropped.add(count);
        if (failureTold.allows(System.nanoTime())) {
            tell(failure);
        }
    }

    private void tell(Throwable failure) {
        try {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the access log can't be written: lines dropped so far: " + dropped(),
                    failure);
        } catch (Throwable untold) { // the next lines are written still
        }
    }

    /** Writes what waits. */
    @Override
    public void close() {
        do {
            waiting.addAndGet(-writeAll());
        } while (!lines.isEmpty()); // a failure leaves the rest
    }

    private static String combined(Unwritten line) {
        String start = remote(line.client())
                + " - - ["
                + TIME.format(ZonedDateTime.ofInstant(line.time(), ZoneId.systemDefault()))
                + "] \"";
        Served told = line.exchange();
        if (told == null) {
            return start + "-\" " + line.status() + " - \"-\" \"-\"";
        }
        return start
                + escaped(told.method() + " " + told.target() + " " + told.protocol())
                + "\" "
                + line.status()
                + " "
                + (told.bytesOut() == 0 ? "-" : Long.toString(told.bytesOut()))
                + " \""
                + escaped(told.referer())
                + "\" \""
                + escaped(told.agent())
                + "\"";
    }

    /** The client's address; for what has no numbers its name. */
    private static String remote(InetSocketAddress client) {
        InetAddress address = client.getAddress();
        return address == null ? client.getHostString() : address.getHostAddress();
    }

    private static String escaped(@Nullable String text) {
        if (text == null) {
            return "-";
        }
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                escaped.append(String.format("\\x%02x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static String json(Unwritten line) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("time", line.time().toString());
        json.put("remote", remote(line.client()));
        Served told = line.exchange();
        if (told == null) {
            json.put("status", line.status());
            json.put("outcome", "refused");
            json.put("detail", line.detail());
            return Json.value(json);
        }
        json.put("method", told.method());
        json.put("target", told.target());
        json.put("route", told.route());
        json.put("status", line.status());
        json.put("bytesIn", told.bytesIn());
        json.put("bytesOut", told.bytesOut());
        json.put("headMillis", told.untilHead().toNanos() / 1e6);
        json.put("millis", told.total().toNanos() / 1e6);
        json.put("outcome", told.outcome().name().toLowerCase(Locale.ROOT));
        json.put("referer", told.referer());
        json.put("userAgent", told.agent());
        return Json.value(json);
    }
}
