package dev.weir.testkit;

import dev.weir.Many;
import dev.weir.testkit.Mark.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Runs one stream on virtual time as its marble string says, and compares what happened. */
final class MarbleRun {
    private static final Set<Kind> SIGNALS = EnumSet.of(Kind.ITEM, Kind.COMPLETE, Kind.FAIL);
    private static final long PATIENCE = 100 * Marble.FRAME;

    private final Marble expected;
    private final List<MarbleSource<?>> sources;
    private final VirtualTime time;
    private final Timeline timeline;
    private final List<Mark> actual = new ArrayList<>();
    private final Probe<Object> probe;

    MarbleRun(
            Marble expected,
            Function<Object, String> names,
            List<MarbleSource<?>> sources,
            VirtualTime time,
            Timeline timeline) {
        this.expected = expected;
        this.sources = sources;
        this.time = time;
        this.timeline = timeline;
        requireResult(expected);
        probe = new Probe<>(new History(time), "probe", expected.has(Kind.REQUEST) ? 0 : Long.MAX_VALUE);
        probe.whenItem((same, item) -> actual.add(Mark.item(timeline.now(), names.apply(item))));
        probe.whenEnded(same -> actual.add(Mark.of(timeline.now(), end())));
    }

    private Kind end() {
        return probe.failure() == null ? Kind.COMPLETE : Kind.FAIL;
    }

    private static void requireResult(Marble result) {
        if (result.has(Kind.SUBSCRIBE)) {
            throw new IllegalArgumentException("'^' belongs in a source, not in the result: " + result.text());
        }
        int cancel = result.marks().stream().map(Mark::kind).toList().indexOf(Kind.CANCEL);
        if (cancel >= 0 && cancel < result.marks().size() - 1) {
            throw new IllegalArgumentException("nothing comes after the cancellation: " + result.text());
        }
    }

    void run(Many<?> many) {
        happen(many, expected.last().isPresent());
        if (!signals(actual).equals(signals(expected.marks()))) {
            throw differs("result", expected.marks(), actual);
        }
        close();
    }

    /** The sources as they were written, and the result as it came. */
    List<String> draw(Many<?> many) {
        happen(many, true);
        close();
        List<List<Mark>> lines = new ArrayList<>();
        sources.forEach(source -> lines.add(source.marble().marks()));
        lines.add(signals(actual));
        return MarbleLines.align(lines);
    }

    private void happen(Many<?> many, boolean toTheEnd) {
        long lead = sources.stream()
                .mapToLong(source -> source.marble().lead())
                .max()
                .orElse(0);
        timeline.startAfter(lead);
        // what is due at the same time runs in the order of scheduling: requests come before items
        expected.marks().forEach(this::schedule);
        timeline.at(
                0, () -> many.withContext(context -> context.withClock(time)).subscribe(probe));
        sources.forEach(MarbleSource::start);
        runTo(lead + length(), toTheEnd);
        sources.forEach(MarbleSource::stop);
    }

    private void close() {
        if (!probe.brokenRules().isEmpty()) {
            throw new AssertionError(
                    "the rules of Reactive Streams were broken: " + probe.brokenRules() + "\n" + probe.history());
        }
        sources.forEach(this::compare);
        if (probe.ending() == null && !probe.isCancelled()) {
            probe.cancel();
        }
        if (time.timers() > 0) {
            throw new AssertionError("timers are left though the result is over ("
                    + time
                    + "): does an operator leave its timer, or a source running?\n"
                    + probe.history());
        }
    }

    private void schedule(Mark mark) {
        if (mark.kind() == Kind.REQUEST) {
            timeline.at(mark.at(), () -> request(mark));
        } else if (mark.kind() == Kind.CANCEL) {
            timeline.at(mark.at(), () -> time.schedule(this::cancel, Duration.ZERO));
        }
    }

    private void request(Mark mark) {
        actual.add(mark);
        probe.request(mark.amount());
    }

    private void cancel() {
        if (time.isDue()) { // what the frame itself has scheduled comes before
            time.schedule(this::cancel, Duration.ZERO);
            return;
        }
        actual.add(Mark.of(timeline.now(), Kind.CANCEL));
        probe.cancel();
    }

    private long length() {
        long longest = sources.stream()
                .mapToLong(source -> source.marble().end())
                .max()
                .orElse(0);
        return Math.max(longest, expected.end());
    }

    private void runTo(long horizon, boolean toTheEnd) {
        time.advanceTo(Duration.ofNanos(Math.max(0, horizon - 1)));
        long latest = horizon + PATIENCE;
        while (toTheEnd
                && probe.ending() == null
                && !probe.isCancelled()
                && time.now().toNanos() < latest
                && time.advanceToNext()) {
            // what should have ended may only be late: the picture shows how late
        }
    }

    private void compare(MarbleSource<?> source) {
        Marble marble = source.marble();
        Set<Kind> watched = EnumSet.of(Kind.CANCEL, Kind.REQUEST);
        watched.removeIf(kind -> !marble.has(kind));
        if (watched.isEmpty()) {
            return;
        }
        List<List<Mark>> happened = source.happened();
        if (happened.size() != 1) {
            throw new AssertionError("'!' and '<n>' in a source need one subscription to it, but there were "
                    + happened.size()
                    + ": "
                    + marble.text()
                    + "\n"
                    + probe.history());
        }
        List<Mark> really = happened.getFirst();
        if (!filter(really, watched).equals(filter(marble.marks(), watched))) {
            throw differs("source", marble.marks(), really);
        }
    }

    private AssertionError differs(String what, List<Mark> wanted, List<Mark> really) {
        List<String> lines = MarbleLines.align(Arrays.asList(wanted, really));
        StringBuilder text = new StringBuilder("the " + what + " differs");
        if (what.equals("result")) {
            sources.forEach(source ->
                    text.append("\n  source    ").append(source.marble().text()));
        }
        text.append("\n  expected  ").append(lines.get(0));
        text.append("\n  actual    ").append(lines.get(1));
        return new AssertionError(text + "\n" + probe.history(), probe.failure());
    }

    private static List<Mark> signals(List<Mark> marks) {
        return filter(marks, SIGNALS);
    }

    private static List<Mark> filter(List<Mark> marks, Set<Kind> kinds) {
        return marks.stream().filter(mark -> kinds.contains(mark.kind())).toList();
    }
}
