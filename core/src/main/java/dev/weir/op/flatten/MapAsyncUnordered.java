package dev.weir.op.flatten;

import static dev.weir.op.kernel.root.Argument.positive;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.site.Adapted;
import dev.weir.op.kernel.site.Site;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The values of the items' Ones as they come: of all items, or of those with the same key one after the other. */
public final class MapAsyncUnordered {
    /*
     * Each item has a slot. Whoever comes next with the same key puts into it what begins its own One; the slot is
     * cancelled, which is when that begins, once its own One has ended and the value is in front of all that may follow.
     * The newest slot of each key is in the map; whoever is still there when its One ends has nobody behind it.
     */
    private MapAsyncUnordered() {}

    public static <T, R> Many<R> of(Many<T> source, int most, Function<? super T, ? extends One<? extends R>> mapper) {
        positive(most, "mapAsyncUnordered: the concurrency");
        Function<T, Many<? extends R>> streams =
                item -> Argument.<One<? extends R>>due(mapper.apply(item), "mapAsyncUnordered: the function", "a One")
                        .toMany();
        return source.flatMap(most, Adapted.of(mapper, "mapAsyncUnordered: the function", streams));
    }

    /** Of each key in order. */
    public static <T, R> Many<R> byKey(
            Many<T> source,
            int most,
            Function<? super T, ?> key,
            Function<? super T, ? extends One<? extends R>> mapper) {
        positive(most, "mapAsyncUnordered: the concurrency");
        Site.note(Argument.given(key, "mapAsyncUnordered: the key"));
        Site.note(Argument.given(mapper, "mapAsyncUnordered: the function"));
        return Many.defer(() -> {
            Map<Object, Slot> newest = new ConcurrentHashMap<>();
            Function<T, Many<? extends R>> streams = item -> inTurn(item, key.apply(item), newest, mapper);
            return source.flatMap(most, Adapted.of(key, "mapAsyncUnordered: the key", streams));
        });
    }

    private static <T, R> Many<R> inTurn(
            T item, Object key, Map<Object, Slot> newest, Function<? super T, ? extends One<? extends R>> mapper) {
        Objects.requireNonNull(key, "mapAsyncUnordered: the key is null: give items that have none one of their own");
        Slot mine = new Slot();
        Slot before = newest.put(key, mine);
        One<T> turn = before == null ? One.of(item) : One.of(item).publishOn(begin -> before.put(begin::run));
        return turn.<R>flatMap(mapper).toMany().doOnComplete(() -> {
            if (!newest.remove(key, mine)) {
                Trampoline.run(mine::cancel); // else a thousand that are there at once grow the stack
            }
        });
    }
}
