package dev.weir.sql.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement, cut where its parameters are.
 *
 * @param text as it was given
 * @param pieces what is between the parameters: one more than there are parameters
 * @param plain the same, with {@code ?} for each {@code ??}, and without a {@code ;} at the end
 * @param end where it ends in the text: before such a {@code ;}
 * @param names the parameters, in order; null where they are {@code ?}
 * @param ambiguous whether another database than PostgreSQL may find other parameters in it
 */
public record Sql(
        String text,
        List<String> pieces,
        List<String> plain,
        int end,
        @Nullable List<String> names,
        int parameters,
        boolean ambiguous) {
    /**
     * Finds {@code ?} and {@code :name} outside of literals, quoted names, comments and dollar quotes; {@code ??} is the
     * operator {@code ?}, {@code ::} a cast.
     *
     * @throws IllegalArgumentException if there are both
     */
    public static Sql of(String text) {
        Tokenizer tokenizer = new Tokenizer(text);
        List<String> pieces = new ArrayList<>();
        List<String> plain = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int positional = 0;
        int begin = 0;
        while (tokenizer.next()) {
            pieces.add(text.substring(begin, tokenizer.parameter()));
            plain.add(tokenizer.plain(begin, tokenizer.parameter()));
            begin = tokenizer.position();
            if (tokenizer.name().isEmpty()) {
                positional++;
            } else {
                names.add(tokenizer.name());
            }
        }
        pieces.add(text.substring(begin));
        plain.add(tokenizer.plain(begin, tokenizer.end()));
        if (positional > 0 && !names.isEmpty()) {
            throw new IllegalArgumentException("the query has parameters of both kinds, ? and :" + names.getFirst()
                    + ": choose one, and write ?? for an operator ?, and a space behind the : of a slice"
                    + hint(tokenizer.isAmbiguous()) + ", in: " + text);
        }
        return new Sql(
                text,
                List.copyOf(pieces),
                List.copyOf(plain),
                tokenizer.end(),
                names.isEmpty() ? null : List.copyOf(names),
                positional + names.size(),
                tokenizer.isAmbiguous());
    }

    private static String hint(boolean ambiguous) {
        return ambiguous
                ? "; it is read as PostgreSQL does: in a literal '' is a quote and \\' is none, and a comment begins"
                        + " with -- and a space, not with #"
                : "";
    }

    /** For messages about parameters that are not those that were meant; empty if the text is clear. */
    public String hint() {
        return hint(ambiguous);
    }

    /** The names, each once. */
    public Set<String> distinctNames() {
        return names == null ? Set.of() : new LinkedHashSet<>(names);
    }
}
