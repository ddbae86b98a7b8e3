package dev.weir.sql.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Walks over the parameters of a statement. What it knows of SQL is what can hide a {@code ?} or a {@code :}, as PostgreSQL has
 * it (PostgreSQL 18, 4.1): literals (also {@code E''}, with backslashes, over several lines), quoted names, also those of
 * MariaDB, comments, which nest, and dollar quotes. What does not end goes to the end of the text: the database will say so.
 */
final class Tokenizer {
    private final String text;
    private int position;
    private int parameter;
    private String name = "";
    private boolean ambiguous;
    private int end = -1; // of the statement: a ; behind which there is no more of it, as far as the text was read
    private final List<Integer> escapes = new ArrayList<>();

    Tokenizer(String text) {
        this.text = text;
    }

    /** Goes behind the next parameter; false if there is none. */
    boolean next() {
        while (position < text.length()) {
            look();
            switch (text.charAt(position)) {
                case '\'' -> quoted('\'', isEscaping());
                case '"' -> quoted('"', false);
                case '`' -> quoted('`', false);
                case '-' -> lineComment();
                case '/' -> blockComment();
                case '$' -> dollarQuoted();
                case '#' -> {
                    ambiguous = true; // begins a comment in MariaDB
                    position++;
                }
                case '?' -> {
                    if (at(position + 1) != '?') {
                        return found("", position + 1);
                    }
                    escapes.add(position);
                    position += 2;
                }
                case ':' -> {
                    int end = endOfName(position + 1);
                    if (at(position + 1) == ':') {
                        position += 2;
                    } else if (end > position + 1) {
                        return found(text.substring(position + 1, end), end);
                    } else {
                        position++;
                    }
                }
                default -> position++;
            }
        }
        return false;
    }

    private void look() {
        char here = text.charAt(position);
        if (here == ';') {
            end = end < 0 ? position : end;
        } else if (end >= 0 && here > ' ' && !text.startsWith("--", position) && !text.startsWith("/*", position)) {
            end = -1;
        }
    }

    /** Where the statement ends, without a {@code ;} and what comes behind it. */
    int end() {
        return end < 0 ? text.length() : end;
    }

    private boolean found(String newName, int end) {
        name = newName;
        parameter = position;
        position = end;
        return true;
    }

    /** Where the parameter begins. */
    int parameter() {
        return parameter;
    }

    /** Behind the parameter. */
    int position() {
        return position;
    }

    /** What the parameter is called; empty if it is a {@code ?}. */
    String name() {
        return name;
    }

    /** Whether another database than PostgreSQL may find other parameters, as far as the text was read. */
    boolean isAmbiguous() {
        return ambiguous;
    }

    /** What is between two places, with {@code ?} for each {@code ??}. */
    String plain(int begin, int end) {
        StringBuilder plain = new StringBuilder(text.substring(begin, end));
        for (int escape : escapes.reversed()) {
            if (escape >= begin && escape < end) {
                plain.deleteCharAt(escape - begin);
            }
        }
        return plain.toString();
    }

    private char at(int place) {
        return place < text.length() ? text.charAt(place) : '\0';
    }

    private int endOfName(int begin) {
        int end = begin;
        while ((Character.isLetterOrDigit(at(end)) || at(end) == '_')
                && !(end == begin && Character.isDigit(at(end)))) {
            end++;
        }
        return end;
    }

    /** Whether the literal that begins here is an {@code E''}. */
    private boolean isEscaping() {
        return position > 0
                && (text.charAt(position - 1) | 0x20) == 'e'
                && (position == 1 || !isPartOfName(text.charAt(position - 2)));
    }

    /** What is no ASCII is a letter to the server, whatever it is. */
    private static boolean isLetter(char c) {
        char small = (char) (c | 0x20);
        return (small >= 'a' && small <= 'z') || c == '_' || c >= 0x80;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isPartOfName(char c) {
        return isLetter(c) || isDigit(c) || c == '$';
    }

    /** Without backslashes, a doubled quote ends one literal and begins another, which comes to the same. */
    private void quoted(char quote, boolean escaping) {
        do {
            position++;
            while (position < text.length() && text.charAt(position) != quote) {
                boolean backslash = text.charAt(position) == '\\';
                ambiguous |= backslash; // MariaDB's literals have no E
                position += escaping && backslash ? 2 : 1;
            }
            position = Math.min(position + 1, text.length());
        } while (escaping && goesOn(quote));
    }

    /** A literal goes on with a doubled quote, or on another line: on the same one, two would be none. */
    private boolean goesOn(char quote) {
        int next = position;
        while (at(next) == ' ' || (at(next) >= '\t' && at(next) <= '\r') || text.startsWith("--", next)) {
            next = at(next) == '-' ? endOfLine(next) : next + 1;
        }
        if (at(next) != quote) {
            return false;
        }
        position = next;
        return true;
    }

    private static boolean isNewline(char c) {
        return c == '\n' || c == '\r';
    }

    private int endOfLine(int begin) {
        int end = begin;
        while (end < text.length() && !isNewline(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private void lineComment() {
        position++;
        if (at(position) == '-') {
            ambiguous |= at(position + 1) > ' '; // is no comment in MariaDB
            position = endOfLine(position);
            ambiguous |= at(position) == '\r'; // does not end it in MariaDB
        }
    }

    private void blockComment() {
        position++;
        if (at(position) != '*') {
            ambiguous |= at(position) == '/'; // begins a comment in H2
            return;
        }
        ambiguous |= at(position + 1) == '!' || at(position + 1) == 'M'; // may be code in MariaDB
        int depth = 1;
        position++;
        while (position < text.length() && depth > 0) {
            if (text.startsWith("*/", position)) {
                depth--;
                position += 2;
            } else if (text.startsWith("/*", position)) {
                ambiguous = true; // does not nest in MariaDB
                depth++;
                position += 2;
            } else {
                position++;
            }
        }
    }

    private void dollarQuoted() {
        int end = position + 1;
        boolean inName = position > 0 && isPartOfName(text.charAt(position - 1));
        while (isLetter(at(end)) || isDigit(at(end))) {
            end++;
        }
        if (inName || at(end) != '$' || isDigit(at(position + 1))) {
            position = Math.max(position + 1, end);
            return;
        }
        ambiguous = true; // quotes nothing in MariaDB, and without a tag only in H2
        String tag = text.substring(position, end + 1);
        int close = text.indexOf(tag, end + 1);
        position = close < 0 ? text.length() : close + tag.length();
    }
}
