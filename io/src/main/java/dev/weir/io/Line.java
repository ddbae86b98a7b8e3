package dev.weir.io;

/**
 * A line of a file.
 *
 * @param text without the line's end, which is {@code \n} or {@code \r\n}
 * @param offset where it begins, in bytes from the file's beginning
 * @param next where the line after it begins: read on from here after a restart
 */
public record Line(String text, long offset, long next) {}
