package dev.weir.sql.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Walks over the parameters of a statement. What it knows of SQL is what can hide a {@code ?} or a {@code :}: literals
 * (also {@code E''}, with backslashes), quoted names, comments, which nest, and dollar quotes. What does not end goes to the
 * end of the text: the database will say so.
 */
final class Tokenizer {
    private final String text;
    private int position;
    private int parameter;
    private String name = "";
    private final List<Integer> escapes = new ArrayList<>();

    Tokenizer(String text) {
        this.text = text;
    }

    /** Goes behind the next parameter; false if there is none. */
    boolean next() {
        while (position < text.length()) {
            switch (text.charAt(position)) {
                case '\'' -> quoted('\'', isEscaping());
                case '"' -> quoted('"', false);
                case '`' -> quoted('`', false);
                case '-' -> lineComment();
                case '/' -> blockComment();
                case '$' -> dollarQuoted();
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
        while (isPartOfName(at(end)) && at(end) != '$' && !(end == begin && Character.isDigit(at(end)))) {
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

    private static boolean isPartOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    /** Without backslashes, a doubled quote ends one literal and begins another, which comes to the same. */
    private void quoted(char quote, boolean escaping) {
        do {
            position++;
            while (position < text.length() && text.charAt(position) != quote) {
                position += escaping && text.charAt(position) == '\\' ? 2 : 1;
            }
            position = Math.min(position + 1, text.length());
        } while (escaping && at(position) == quote);
    }

    private void lineComment() {
        position++;
        if (at(position) == '-') {
            int end = text.indexOf('\n', position);
            position = end < 0 ? text.length() : end + 1;
        }
    }

    private void blockComment() {
        position++;
        if (at(position) != '*') {
            return;
        }
        int depth = 1;
        position++;
        while (position < text.length() && depth > 0) {
            if (text.startsWith("*/", position)) {
                depth--;
                position += 2;
            } else if (text.startsWith("/*", position)) {
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
        while (isPartOfName(at(end)) && at(end) != '$') {
            end++;
        }
        if (inName || at(end) != '$' || Character.isDigit(at(position + 1))) {
            position = Math.max(position + 1, end);
            return;
        }
        String tag = text.substring(position, end + 1);
        int close = text.indexOf(tag, end + 1);
        position = close < 0 ? text.length() : close + tag.length();
    }
}
