package dev.weir.lab;

import java.nio.file.Path;

/**
 * How to measure.
 *
 * @param text the file that rows of I/O read
 * @param url where the same text is served by HTTP
 * @param net what part of the network suites is wanted
 */
record Settings(boolean quick, Path text, String url, Net net) {}
