package dev.weir.sql.text;

import dev.weir.sql.SqlException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A statement and the values that it has so far; immutable. */
public final class Bindings {
    private final Sql sql;
    private final List<@Nullable Object> positional;
    private final Map<String, @Nullable Object> named;
    private @Nullable Plan plan; // of the records that came last: racy, and right whoever wins

    private Bindings(Sql sql, List<@Nullable Object> positional, Map<String, @Nullable Object> named) {
        this.sql = sql;
        this.positional = positional;
        this.named = named;
    }

    public static Bindings of(Sql sql, @Nullable Object[] positional) {
        Objects.requireNonNull(positional, "values: a single NULL is (Object) null");
        if (positional.length > 0 && sql.names() != null) {
            throw new IllegalArgumentException(
                    "the parameters have names: bind(\"" + sql.names().getFirst() + "\", ..), in: " + sql.text());
        }
        return new Bindings(sql, listOf(positional), Map.of());
    }

    private static List<@Nullable Object> listOf(@Nullable Object[] values) {
        List<@Nullable Object> list = new ArrayList<>(values.length);
        for (Object value : values) {
            list.add(value);
        }
        return list;
    }

    public Bindings with(String name, @Nullable Object value) {
        if (!sql.distinctNames().contains(name)) {
            throw new IllegalArgumentException("there is no parameter :" + name
                    + (sql.names() == null ? "" : "; there are :" + String.join(", :", sql.distinctNames()))
                    + sql.hint() + ", in: " + sql.text());
        }
        Map<String, @Nullable Object> more = new HashMap<>(named);
        more.put(name, value);
        return new Bindings(sql, positional, Collections.unmodifiableMap(more));
    }

    public Sql sql() {
        return sql;
    }

    /** The values, one for each place. */
    public List<@Nullable Object> values() {
        return sql.names() == null ? counted(positional) : ofMap(named);
    }

    private List<@Nullable Object> counted(List<@Nullable Object> values) {
        if (values.size() != sql.parameters()) {
            throw wrong("the query has " + count(sql.parameters(), "parameter") + ", and "
                    + count(values.size(), "value") + (values.size() == 1 ? " is given" : " are given") + sql.hint());
        }
        return values;
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private List<@Nullable Object> ofMap(Map<?, ?> values) {
        return places(name -> values.containsKey(name) ? values.get(name) : bound(name));
    }

    private @Nullable Object bound(String name) {
        if (!named.containsKey(name)) {
            throw wrong("the parameter :" + name + " has no value: bind(\"" + name + "\", ..)" + sql.hint());
        }
        return named.get(name);
    }

    /** Whether there are values for {@code ?}. */
    public boolean hasPositional() {
        return !positional.isEmpty();
    }

    /** Which components of a type of records are the values; -1 is a bound one. */
    private static final class Plan {
        private final Class<?> type;
        private final Components components;
        private final int[] places;

        Plan(Class<?> type, Components components, int[] places) {
            this.type = type;
            this.components = components;
            this.places = places;
        }
    }

    private List<@Nullable Object> ofRecord(Object item) {
        Plan known = plan;
        if (known == null || known.type != item.getClass()) {
            known = planOf(item.getClass());
            plan = known;
        }
        List<@Nullable Object> values = new ArrayList<>(known.places.length);
        for (int i = 0; i < known.places.length; i++) {
            int place = known.places[i];
            values.add(place < 0 ? bound(names().get(i)) : known.components.read(item, place));
        }
        return values;
    }

    private Plan planOf(Class<?> type) {
        Components components = Components.of(type);
        List<String> names = names();
        int[] places = names.stream()
                .mapToInt(name -> components.names().indexOf(name))
                .toArray();
        for (int i = 0; i < places.length; i++) {
            if (places[i] < 0 && !named.containsKey(names.get(i))) {
                throw wrong("the parameter :" + names.get(i) + " is no component of " + type.getSimpleName()
                        + ", nor was it bound");
            }
        }
        return new Plan(type, components, places);
    }

    /** Where the value of a name comes from. */
    private interface Source {
        @Nullable
        Object get(String name);
    }

    private List<String> names() {
        return sql.names() == null ? List.of() : sql.names();
    }

    private List<@Nullable Object> places(Source source) {
        List<String> names = names();
        List<@Nullable Object> values = new ArrayList<>(names.size());
        for (String name : names) {
            values.add(source.get(name));
        }
        return values;
    }

    /** The values that an item of a batch has. */
    public List<@Nullable Object> valuesOf(Object item) {
        List<@Nullable Object> values = placesOf(item);
        for (Object value : values) {
            if (value instanceof Collection<?>) {
                throw wrong("a parameter of a batch is a collection, which has another statement for each size: give"
                        + " an array");
            }
        }
        return values;
    }

    private List<@Nullable Object> placesOf(Object item) {
        boolean named = sql.names() != null;
        if (named && item instanceof Map<?, ?> map) {
            return ofMap(map);
        } else if (named && item instanceof Record) {
            return ofRecord(item);
        } else if (!named && item instanceof Object[] array) {
            return counted(listOf(array));
        } else if (!named && item instanceof List<?> list) {
            return counted(Collections.unmodifiableList(list));
        }
        throw wrong("an item of the batch is a " + item.getClass().getSimpleName() + ": "
                + (named ? "for :names give records or maps" : "for ? give arrays or lists"));
    }

    private SqlException wrong(String what) {
        return new SqlException(SqlException.Reason.USAGE, what, sql.text());
    }
}
