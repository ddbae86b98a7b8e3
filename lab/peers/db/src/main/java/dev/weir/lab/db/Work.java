package dev.weir.lab.db;

import java.util.Map;

/** What a row has one implementation do, for some time or at least once. */
interface Work {
    Result turn(double seconds) throws Exception;

    /**
     * What a turn has done.
     *
     * @param count of queries, rows or messages
     * @param seconds how long they took
     * @param others figures of this row only
     */
    record Result(double count, double seconds, Map<String, Double> others) {}
}
