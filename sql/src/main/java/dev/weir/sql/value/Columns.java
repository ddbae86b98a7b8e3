package dev.weir.sql.value;

import dev.weir.sql.JsonCodec;
import dev.weir.sql.SqlException;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The columns of a result: what they are called, and in which query they are. */
public final class Columns {
    private static final List<BiPredicate<String, String>> ALIKE = List.of(
            String::equals,
            String::equalsIgnoreCase,
            (column, name) -> plain(column).equals(plain(name)));

    private final List<String> names;
    private final String query;
    private final @Nullable JsonCodec json;
    private @Nullable Shape shape; // of the record that was made last: racy, and right whoever wins

    public Columns(List<String> names, String query, @Nullable JsonCodec json) {
        this.names = names;
        this.query = query;
        this.json = json;
    }

    public List<String> names() {
        return names;
    }

    /** Where a column is: its name in any case, with or without underscores, where no other is called more like it. */
    public int place(String name) {
        int place = find(name);
        if (place < 0) {
            throw wrong("there is no column " + name + "; the columns are " + String.join(", ", names));
        }
        return place;
    }

    /**
     * Where the column is that is called most like it, or -1 if there is none.
     *
     * @throws SqlException {@code USAGE} if several are
     */
    int find(String name) {
        for (BiPredicate<String, String> alike : ALIKE) {
            int found = -1;
            for (int i = 0; i < names.size(); i++) {
                boolean is = alike.test(names.get(i), name);
                if (is && found >= 0) {
                    throw wrong("more than one column is called " + name + ": give each a name of its own, such as"
                            + " other_" + name + "; the columns are " + String.join(", ", names));
                }
                found = is ? i : found;
            }
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    @Nullable
    JsonCodec json() {
        return json;
    }

    /** The value at a place, as a type. */
    @SuppressWarnings("unchecked") // a converted value is of the type, or of what boxes it
    public <T> @Nullable T value(@Nullable Object[] values, int place, Class<T> type) {
        return (T) converted(values[place], place, type);
    }

    /** A value that was read at a place, as a type. */
    public @Nullable Object converted(@Nullable Object value, int place, Type type) {
        return Conversion.convert(value, type, this, place);
    }

    /** A record of the values, or the only one. */
    @SuppressWarnings("unchecked") // as above
    public <T> @Nullable T as(@Nullable Object[] values, Class<T> type) {
        Shape known = shape;
        if (known == null || !known.makes(type)) {
            known = Shape.of(type, this);
            shape = known;
        }
        return (T) known.make(values, this);
    }

    SqlException wrong(String what) {
        return wrong(what, null);
    }

    SqlException wrong(String what, @Nullable Throwable why) {
        return new SqlException(SqlException.Reason.USAGE, null, what, query, why);
    }

    /** For a value that the database has and {@code java.time} has not. */
    public SqlException beyondTime(int place, DateTimeException why) {
        String name = names.get(place);
        return wrong(
                "column " + name + " has a time that java.time can't be: select it as text, such as cast(" + name
                        + " as varchar(40))",
                why);
    }

    /**
     * For an infinite number where only finite ones can be read.
     *
     * @param found the columns that may have it
     */
    public SqlException beyondDecimals(List<String> found, NumberFormatException why) {
        String first = found.isEmpty() ? "n" : found.getFirst();
        String where = found.size() == 1 ? "column " + first : "one of the columns " + String.join(", ", found);
        return wrong(
                where + " has an infinite numeric, which can't be read here: ask for a Double of cast(" + first
                        + " as double precision), or for text",
                why);
    }
}
