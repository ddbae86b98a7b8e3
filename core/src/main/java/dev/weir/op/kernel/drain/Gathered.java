package dev.weir.op.kernel.drain;

import dev.weir.Context;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list in the making, which has to go when it is full. */
public final class Gathered<T> extends Kept<T, List<T>> {
    private static final int INITIAL_CAPACITY = 64;

    private final int most;
    private final int skip;
    private List<T> list;
    private int common; // so many of its items were in the one before

    /**
     * @param most how many items it will get before it is taken
     * @param skip how many of them the next one will not have
     */
    public Gathered(Context context, int most, int skip) {
        super(context);
        this.most = most;
        this.skip = skip;
        this.list = newList();
    }

    private List<T> newList() {
        return new ArrayList<>(Math.min(most, INITIAL_CAPACITY));
    }

    @Override
    @Nullable
    List<T> keep(T item) {
        list.add(item);
        return list.size() == most ? takeFrom() : null;
    }

    /** Takes the list as it is, if it has an item that was in none before, and begins a new one. */
    public synchronized List<T> take() {
        return list.size() > common ? takeFrom() : List.of();
    }

    private List<T> takeFrom() {
        List<T> taken = list;
        list = newList();
        for (int i = skip; i < taken.size(); i++) {
            list.add(taken.get(i));
        }
        common = list.size();
        return taken;
    }

    @Override
    Collection<T> forget() {
        List<T> left = list.subList(common, list.size());
        list = List.of();
        common = 0;
        return left;
    }
}
