package dev.weir.testkit;

import dev.weir.testkit.Mark.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one marble string, sign by sign. */
final class MarbleParser {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)(?=\\s|$)");
    private static final Pattern REQUEST = Pattern.compile("<([1-9]\\d{0,17}|\\*)>");
    private static final Pattern NAMED = Pattern.compile("\\{([^{}]+)}");

    private final String text;
    private final List<Mark> marks = new ArrayList<>();
    private int position;
    private long now;
    private int group = -1;
    private boolean ended;
    private boolean cancelled;
    private long subscription = Long.MIN_VALUE;

    MarbleParser(String text) {
        this.text = text;
    }

    Marble parse() {
        while (position < text.length()) {
            if (!skipBlankOrTime()) {
                sign(text.charAt(position));
            }
        }
        if (group >= 0) {
            throw wrong(group, "the group is not closed by ')'");
        }
        long zero = Math.max(0, subscription);
        List<Mark> shifted = marks.stream()
                .map(mark -> new Mark(mark.at() - zero, mark.kind(), mark.text()))
                .toList();
        return new Marble(text, shifted, now - zero);
    }

    private boolean skipBlankOrTime() {
        if (group < 0 && Character.isWhitespace(text.charAt(position))) {
            position++;
            return true;
        }
        boolean separate = position == 0 || Character.isWhitespace(text.charAt(position - 1));
        Matcher time = TIME.matcher(text).region(position, text.length()).useTransparentBounds(true);
        if (group >= 0 || !separate || !time.lookingAt()) {
            return false;
        }
        now += Long.parseLong(time.group(1)) * unit(time.group(2));
        position = time.end();
        return true;
    }

    private static long unit(String name) {
        return switch (name) {
            case "ms" -> Times.MILLI;
            case "s" -> 1000 * Times.MILLI;
            default -> 60_000 * Times.MILLI;
        };
    }

    private void sign(char sign) {
        switch (sign) {
            case '-' -> silence();
            case '(' -> open();
            case ')' -> close();
            case '|' -> end(Kind.COMPLETE);
            case '#' -> end(Kind.FAIL);
            case '^' -> subscribe();
            case '!' -> cancel();
            case '<' -> request();
            case '{' -> item(match(NAMED, "a name in braces is {text}, without braces in it"), 2);
            default -> {
                if (!Marble.isName(sign)) {
                    throw wrong(position, "'" + sign + "' is no marble sign");
                }
                item(String.valueOf(sign), 0);
            }
        }
    }

    private void silence() {
        if (group >= 0) {
            throw wrong(position, "no time passes inside of a group");
        }
        position++;
        now += Marble.FRAME;
    }

    private void open() {
        if (group >= 0) {
            throw wrong(position, "a group inside of a group");
        }
        group = position++;
    }

    private void close() {
        if (group < 0) {
            throw wrong(position, "')' without '('");
        }
        if (position == group + 1) {
            throw wrong(group, "the group is empty");
        }
        group = -1;
        position++;
        now += Marble.FRAME;
    }

    private void item(String name, int braces) {
        if (ended) {
            throw wrong(position, "an item after the end");
        }
        add(Mark.item(now, name), name.length() + braces);
    }

    private void end(Kind kind) {
        if (ended) {
            throw wrong(position, "a second end");
        }
        ended = true;
        add(Mark.of(now, kind), 1);
    }

    private void subscribe() {
        if (subscription != Long.MIN_VALUE) {
            throw wrong(position, "a second subscription");
        }
        subscription = now;
        add(Mark.of(now, Kind.SUBSCRIBE), 1);
    }

    private void cancel() {
        if (cancelled) {
            throw wrong(position, "a second cancellation");
        }
        cancelled = true;
        add(Mark.of(now, Kind.CANCEL), 1);
    }

    private void request() {
        String amount = match(REQUEST, "a request is <n>, with n > 0, or <*> without bound");
        marks.add(new Mark(now, Kind.REQUEST, amount));
        position += amount.length() + 2;
    }

    private String match(Pattern pattern, String rule) {
        Matcher matcher = pattern.matcher(text).region(position, text.length());
        if (!matcher.lookingAt()) {
            throw wrong(position, rule);
        }
        return matcher.group(1);
    }

    private void add(Mark mark, int length) {
        marks.add(mark);
        position += length;
        if (group < 0) {
            now += Marble.FRAME;
        }
    }

    private IllegalArgumentException wrong(int at, String problem) {
        return new IllegalArgumentException(
                "marble string, position " + (at + 1) + ": " + problem + "\n  " + text + "\n  " + " ".repeat(at) + "^");
    }
}
