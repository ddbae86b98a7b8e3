package dev.weir.op.kernel.drain;

import dev.weir.Context;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list in the making, which has to go when it is full. */
public final class Gathered<T> extends Kept<T, List<T>> {
    private static final int MOST_AT_ONCE = 64; // longer lists grow

    private final int most;
    private final int skip;
    private @Nullable List<T> list; // made for its first item
    private int common; // so many of its items were in the one before

    /**
     * @param most how many items it will get before it is taken
     * @param skip how many of them the next one will not have
     */
    public Gathered(Context context, int most, int skip) {
        super(context);
        this.most = most;
        this.skip = skip;
    }

    private List<T> made() {
        List<T> made = most > MOST_AT_ONCE ? new ArrayList<>() : new ArrayList<>(most);
        list = made;
        return made;
    }

    @Override
    final @Nullable List<T> keep(T item) {
        List<T> gathering = list == null ? made() : list;
        gathering.add(item);
        return gathering.size() == most ? taken(gathering) : null;
    }

    /** Takes the list as it is, if it has an item that was in none before, and begins a new one. */
    public List<T> take() {
        if (!guarded) {
            return gathered();
        }
        synchronized (this) {
            return gathered();
        }
    }

    private List<T> gathered() {
        List<T> gathered = list;
        return gathered != null && gathered.size() > common ? taken(gathered) : new ArrayList<>(0);
    }

    /** For who is alone with this. */
    public boolean isEmpty() {
        return list == null;
    }

    private List<T> taken(List<T> gathered) {
        list = null;
        common = Math.max(0, gathered.size() - skip);
        if (common > 0) {
            List<T> next = made();
            for (int i = skip; i < gathered.size(); i++) {
                next.add(gathered.get(i));
            }
        }
        return gathered;
    }

    @Override
    Collection<T> forget() {
        List<T> gathered = list;
        list = null;
        return gathered == null ? List.of() : gathered.subList(common, gathered.size());
    }
}
