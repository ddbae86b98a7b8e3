package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.Elements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Header fields, immutable, in order. Names are compared without regard to case; those of a request are in
 * lower case. A name or value that could break out of its line can't get in; spaces and tabs around a value are no part of
 * it (RFC 9110 section 5.5), and left out.
 */
@CheckReturnValue
public final class Headers implements Iterable<Headers.Field> {
    private static final Headers EMPTY = new Headers(new String[0]);
    private static final Set<String> SECRET = Set.of("authorization", "cookie", "proxy-authorization", "set-cookie");

    private final String[] fields; // name, value, name, value ...

    Headers(String[] fields) {
        this.fields = fields;
    }

    /** No fields. */
    public static Headers empty() {
        return EMPTY;
    }

    /** These fields: name, value, name, value …; throws as {@link #and} does. */
    public static Headers of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("each name of a header field needs a value");
        }
        String[] fields = namesAndValues.clone();
        for (int i = 0; i < fields.length; i += 2) {
            fields[i + 1] = checked(fields[i], fields[i + 1]);
        }
        return new Headers(fields);
    }

    /** The value of the first field of that name, or null. */
    public @Nullable String get(String name) {
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equalsIgnoreCase(name)) {
                return fields[i + 1];
            }
        }
        return null;
    }

    /** The values of all fields of that name. */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equalsIgnoreCase(name)) {
                values.add(fields[i + 1]);
            }
        }
        return List.copyOf(values);
    }

    /** Whether there is a field of that name. */
    public boolean has(String name) {
        return get(name) != null;
    }

    String[] fields() {
        return fields;
    }

    /** How many fields there are. */
    public int size() {
        return fields.length / 2;
    }

    /**
     * These fields, with one more.
     *
     * @throws IllegalArgumentException if the name is no token, or the value has a line break, another control
     *     character, or a character above U+00FF
     */
    public Headers and(String name, String value) {
        String checked = checked(name, value);
        String[] longer = Arrays.copyOf(fields, fields.length + 2);
        longer[fields.length] = name;
        longer[fields.length + 1] = checked;
        return new Headers(longer);
    }

    /** These fields, with one in place of all of that name; throws as {@link #and} does. */
    public Headers with(String name, String value) {
        return without(name).and(name, value);
    }

    /** These fields, without those of that name. */
    public Headers without(String name) {
        if (!has(name)) {
            return this;
        }
        List<String> kept = new ArrayList<>(fields.length);
        for (int i = 0; i < fields.length; i += 2) {
            if (!fields[i].equalsIgnoreCase(name)) {
                kept.add(fields[i]);
                kept.add(fields[i + 1]);
            }
        }
        return new Headers(kept.toArray(new String[0]));
    }

    /** These fields, of a part of what they were of, or of another form: digests of the content are not of that (RFC 9530). */
    Headers ofPart() {
        return without("Content-Digest").without("Content-MD5");
    }

    /** What the supplier will give, changed. */
    static @Nullable Supplier<Headers> changed(@Nullable Supplier<Headers> later, UnaryOperator<Headers> change) {
        return later == null ? null : () -> change.apply(later.get());
    }

    /** These fields, of a body in another coding: digests of what is represented would have that, too. */
    Headers ofOtherForm() {
        return ofPart().without("Repr-Digest").without("Digest");
    }

    /** These fields, of a body in that coding, after those that it has. */
    Headers ofCoded(String coding) {
        Headers kept = ofOtherForm();
        String before = String.join(", ", all("Content-Encoding"));
        return kept.with("Content-Encoding", before.isEmpty() ? coding : before + ", " + coding);
    }

    /** These fields, of a response that depends on that field of the request. */
    Headers withVary(String field) {
        List<String> before = all("Vary");
        if (Elements.have(before, "*") || Elements.have(before, field)) {
            return this;
        }
        return with("Vary", before.isEmpty() ? field : String.join(", ", before) + ", " + field);
    }

    /** The value as it can be sent: around it HTTP/2 allows no spaces, and HTTP/1.1 takes them for none of it. */
    private static String checked(String name, String value) {
        if (!Chars.isToken(Objects.requireNonNull(name, "the name of the header field is null"))) {
            throw new IllegalArgumentException("\"" + Chars.visible(name) + "\" is no name of a header field");
        }
        Objects.requireNonNull(value, () -> "the value of header field " + name + " is null");
        if (!Chars.isValue(value)) {
            throw new IllegalArgumentException(
                    "the value of header field " + name // and not the value: it may be secret
                            + " has a line break, another control character, or one above U+00FF: see its character "
                            + Chars.validLength(value));
        }
        return value.strip();
    }

    @Override
    public Iterator<Field> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < fields.length;
            }

            @Override
            public Field next() {
                if (!hasNext()) {
                    throw new java.util.NoSuchElementException("there are no more fields");
                }
                Field field = new Field(fields[next], fields[next + 1]);
                next += 2;
                return field;
            }
        };
    }

    String nameAt(int index) {
        return fields[2 * index];
    }

    /** For logs: without the values of those that have secrets. */
    @Override
    public String toString() {
        StringJoiner shown = new StringJoiner(", ", "[", "]");
        forEach(field -> shown.add(field.toString()));
        return shown.toString();
    }

    /** A name and its value. */
    public record Field(String name, String value) {
        /** For logs: without the value where that has secrets, as a cookie has. */
        @Override
        public String toString() {
            return name + ": " + (SECRET.contains(name.toLowerCase(Locale.ROOT)) ? "..." : value);
        }
    }
}
