package dev.weir.lab;

import java.util.List;
import java.util.Locale;

/**
 * What part of the suites is wanted.
 *
 * @param peers the only implementations to measure, if there are any; a library brings its asides
 * @param rows the only rows to measure, by words in their titles, if there are any
 * @param connections the numbers of connections, if there are any
 */
record Part(List<String> peers, List<String> rows, List<Integer> connections) {
    static final Part ALL = new Part(List.of(), List.of(), List.of());

    boolean wantsPeer(String impl) {
        return peers.isEmpty() || peers.contains(Impl.libraryOf(impl));
    }

    boolean wants(String title) {
        String lower = title.toLowerCase(Locale.ROOT);
        return rows.isEmpty() || rows.stream().anyMatch(words -> lower.contains(words.toLowerCase(Locale.ROOT)));
    }

    List<Integer> connections(List<Integer> otherwise) {
        return connections.isEmpty() ? otherwise : connections;
    }
}
