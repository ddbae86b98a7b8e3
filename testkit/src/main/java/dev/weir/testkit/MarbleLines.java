package dev.weir.testkit;

import dev.weir.testkit.Mark.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes timelines as marble strings under each other, with what is simultaneous in the same column. */
final class MarbleLines {
    private static final int DASHES = 20;

    private MarbleLines() {}

    static List<String> align(List<List<Mark>> timelines) {
        SortedSet<Long> times = new TreeSet<>(List.of(0L));
        timelines.forEach(marks -> marks.forEach(mark -> times.add(mark.at())));
        List<StringBuilder> lines = new ArrayList<>();
        timelines.forEach(marks -> lines.add(new StringBuilder()));
        long previous = times.first() - Marble.FRAME;
        for (long time : times) {
            List<String> cells = new ArrayList<>();
            for (List<Mark> marks : timelines) {
                cells.add(isOver(marks, time) ? "" : silence(time - previous - Marble.FRAME) + cell(marks, time));
            }
            int width = cells.stream().mapToInt(String::length).max().orElse(0);
            for (int i = 0; i < cells.size(); i++) {
                String cell = cells.get(i);
                lines.get(i).append(cell).append(" ".repeat(width - cell.length()));
            }
            previous = time;
        }
        return lines.stream().map(line -> line.toString().stripTrailing()).toList();
    }

    private static boolean isOver(List<Mark> timeline, long time) {
        if (timeline.isEmpty()) {
            return false;
        }
        Mark last = timeline.getLast();
        return last.at() < time && (last.kind().ends() || last.kind() == Kind.CANCEL);
    }

    private static String silence(long nanos) {
        if (nanos % Marble.FRAME == 0 && nanos <= DASHES * Marble.FRAME && nanos >= 0) {
            return "-".repeat((int) (nanos / Marble.FRAME));
        }
        return nanos < 0 ? " (" + Times.text(nanos) + ") " : " " + Times.text(nanos) + " ";
    }

    private static String cell(List<Mark> timeline, long time) {
        List<Mark> marks = timeline.stream().filter(mark -> mark.at() == time).toList();
        String requests = signs(marks.stream().takeWhile(MarbleLines::isRequest).toList());
        List<Mark> rest = marks.stream().dropWhile(MarbleLines::isRequest).toList();
        String signs = signs(rest);
        return requests
                + switch (rest.size()) {
                    case 0 -> "-";
                    case 1 -> signs;
                    default -> "(" + signs + ")";
                };
    }

    private static boolean isRequest(Mark mark) {
        return mark.kind() == Kind.REQUEST;
    }

    private static String signs(List<Mark> marks) {
        return marks.stream().map(Mark::sign).collect(Collectors.joining());
    }
}
