package dev.weir.lab;

import java.util.List;

/** Some rows that are measured together. */
interface Suite {
    String name();

    /** Refuses if the machine lacks what the suite needs. */
    default void check() {}

    /** How many seconds it may take. */
    double expected(Settings settings);

    List<Measurement> run(Settings settings, Progress progress) throws Exception;
}
