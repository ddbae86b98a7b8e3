package dev.weir.lab;

import java.util.List;

/**
 * What part of the network suites is wanted.
 *
 * @param peers the only servers to measure, if there are any
 * @param rows the only rows to measure, by words in their names, if there are any
 * @param connections the numbers of connections, if there are any
 */
record Net(List<String> peers, List<String> rows, List<Integer> connections) {
    static final Net ALL = new Net(List.of(), List.of(), List.of());

    boolean wantsPeer(String impl) {
        return peers.isEmpty() || peers.contains(impl);
    }

    boolean wants(String row) {
        return rows.isEmpty() || rows.stream().anyMatch(row::contains);
    }

    List<Integer> connections(List<Integer> otherwise) {
        return connections.isEmpty() ? otherwise : connections;
    }
}
