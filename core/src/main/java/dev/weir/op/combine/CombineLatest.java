package dev.weir.op.combine;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Source;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a function makes of the newest item of each stream, in one subscription. */
public final class CombineLatest<R> {
    private final Function<? super List<?>, ? extends R> combiner;
    private final @Nullable Object[] newest;
    private final Context context;
    private int missing;

    private CombineLatest(int size, Function<? super List<?>, ? extends R> combiner, Context context) {
        this.combiner = combiner;
        this.newest = new Object[size];
        this.context = context;
        this.missing = size;
    }

    /** Of any streams, whose items are of the type, or of types of their own that the combiner knows. */
    @SuppressWarnings("unchecked")
    public static <T, R> Many<R> of(
            Iterable<? extends Many<? extends T>> sources, Function<? super List<T>, ? extends R> combiner) {
        Site.note(Argument.function(combiner, CombineLatest.class));
        List<Many<?>> all = List.of(Source.all(sources));
        return Many.deferContextual(context ->
                new CombineLatest<R>(all.size(), items -> combiner.apply((List<T>) items), context).all(all));
    }

    @SuppressWarnings("NullAway") // a combination that is still missing something is left out
    private Many<R> all(List<Many<?>> sources) {
        List<Many<Item>> items = new ArrayList<>();
        for (Many<?> source : sources) {
            int side = items.size();
            Many<Item> none = Many.of(new Item(side, null));
            items.add(source.map(item -> new Item(side, item)).switchIfEmpty(() -> none));
        }
        return Many.merge(items)
                .takeUntil(item -> item.value == null)
                .mapNotNull(this::combined)
                .doFinally(ending -> tellRest());
    }

    private @Nullable R combined(Item item) {
        Object before = newest[item.side];
        if (item.value == null) {
            return null;
        }
        newest[item.side] = item.value;
        missing -= before == null ? 1 : 0;
        if (missing == 0) {
            return Objects.requireNonNull(
                    combiner.apply(Arrays.asList(newest.clone())),
                    "combineLatest: the function returned null where an item is due");
        }
        Undelivered.tell(before, context);
        return null;
    }

    private void tellRest() {
        if (missing > 0) {
            Arrays.asList(newest).forEach(item -> Undelivered.tell(item, context));
        }
    }

    /** An item of a stream, or that it has none; a list, so that who is told of what is undelivered is told of the item. */
    private static final class Item extends AbstractList<Object> {
        private final int side;
        private final @Nullable Object value;

        Item(int side, @Nullable Object value) {
            this.side = side;
            this.value = value;
        }

        @Override
        public Object get(int index) {
            return Objects.requireNonNull(value);
        }

        @Override
        public int size() {
            return value == null ? 0 : 1;
        }
    }
}
