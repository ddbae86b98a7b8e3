package dev.weir.sql.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The word that a statement begins with, behind comments and brackets: what kind of statement it is. */
public final class FirstWord {
    /** What PostgreSQL does or undoes as a whole, whatever is in it. Others, such as {@code call}, may commit in between. */
    private static final Set<String> WHOLE =
            Set.of("select", "insert", "update", "delete", "merge", "values", "with", "table");

    private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge", "with");

    /** What changes no rows that are there, though drivers have counts for some of it. */
    private static final Set<String> NO_CHANGES = Set.of(
            "create",
            "alter",
            "drop",
            "select",
            "table",
            "values",
            "call",
            "do",
            "copy",
            "truncate",
            "set",
            "comment",
            "grant",
            "revoke");

    /** What may end transactions by itself, or changes nothing, unless a change is in it. */
    private static final Set<String> ALONE = Set.of(
            "",
            "select",
            "values",
            "table",
            "show",
            "describe",
            "desc",
            "with",
            "explain",
            "call",
            "do",
            "exec",
            "execute",
            "pragma");

    /** What a statement of a transaction begins with, as others may. */
    private static final Set<String> TRANSACTIONS = Set.of("begin", "start", "commit", "end", "abort", "rollback");

    private static final Pattern CHANGE =
            Pattern.compile("\\b(insert|update|delete|merge)\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern RETURNING = Pattern.compile("\\breturning\\b", Pattern.CASE_INSENSITIVE);

    /** What begins a transaction or ends one; not {@code begin not atomic}, {@code rollback to} or {@code commit prepared}. */
    private static final Pattern TRANSACTION = Pattern.compile(
            "(begin(\\s+(work|transaction|isolation|read|(not\\s+)?deferrable)\\b[^;]*)?|start\\s+transaction\\b[^;]*"
                    + "|(commit|end|abort|rollback)(\\s+(work|transaction))?(\\s+(and|release|no)\\b[^;]*)?)"
                    + "\\s*;?",
            Pattern.CASE_INSENSITIVE);

    private FirstWord() {}

    /** Whether it is of a transaction, and nothing besides, which is for {@code tx(..)} to begin and to end. */
    public static boolean isOfTransaction(String text) {
        if (!TRANSACTIONS.contains(of(text))) {
            return false;
        }
        String plain = withoutComments(text, begin(text, 0));
        Matcher matcher = TRANSACTION.matcher(plain);
        return matcher.lookingAt() && isNothing(plain, matcher.end());
    }

    /** What comes from there on; comments are between words, too. */
    private static String withoutComments(String text, int from) {
        StringBuilder plain = new StringBuilder(text.length() - from);
        for (int at = from; at < text.length(); ) {
            if (text.startsWith("--", at)) {
                at = endOfLine(text, at);
            } else if (text.startsWith("/*", at)) {
                at = endOfComment(text, at);
                plain.append(' ');
            } else {
                plain.append(text.charAt(at++));
            }
        }
        return plain.toString();
    }

    public static boolean isWhole(String text) {
        return WHOLE.contains(of(text));
    }

    /** Whether it has a count of rows. Of others the driver reads a name as a number, such as that of {@code CREATE TABLE}. */
    public static boolean isChange(String text) {
        return CHANGES.contains(of(text));
    }

    /** Whether it is known to change no rows that are there. */
    public static boolean changesNoRows(String text) {
        return NO_CHANGES.contains(of(text));
    }

    /** Whether it is to run in a transaction if its result may be of no use, since its changes would stay. */
    public static boolean mayChange(String text) {
        String word = of(text);
        return hasStatements(word) ? CHANGE.matcher(text).find() : !ALONE.contains(word);
    }

    /** Whether it may change something, and have rows besides. */
    public static boolean mayChangeAndTell(String text) {
        return mayChange(text)
                && (hasStatements(of(text)) || RETURNING.matcher(text).find());
    }

    private static boolean hasStatements(String word) {
        return word.equals("with") || word.equals("explain");
    }

    /** Whether there is no statement at all. */
    public static boolean isNothing(String text) {
        return isNothing(text, 0);
    }

    private static boolean isNothing(String text, int from) {
        return text.substring(begin(text, from)).replace(';', ' ').isBlank();
    }

    public static String of(String text) {
        int begin = begin(text, 0);
        int end = begin;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        return text.substring(begin, end).toLowerCase(Locale.ROOT);
    }

    private static int begin(String text, int from) {
        int at = from;
        while (at < text.length()) {
            if (text.charAt(at) <= ' ' || text.charAt(at) == '(') {
                at++;
            } else if (text.startsWith("--", at)) {
                at = endOfLine(text, at);
            } else if (text.startsWith("/*", at)) {
                at = endOfComment(text, at);
            } else {
                break;
            }
        }
        return at;
    }

    private static int endOfLine(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
        return at;
    }

    /** They nest. */
    private static int endOfComment(String text, int from) {
        int depth = 0;
        int at = from;
        do {
            if (text.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < text.length());
        return at;
    }
}
