package dev.weir.lab.operators;

import dev.weir.lab.small.Small;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.openjdk.jmh.annotations.Param;

/** A row of one operator: few items and more, assembled for each run. */
public abstract class Operator extends Small {
    /** How many numbers differ. */
    protected static final int DIFFERENT = 50;

    protected static final int GROUPS = 8;

    @Param({"7", "1000"})
    public int items;

    protected List<Integer> list = List.of();

    @Override
    protected void prepare() {
        list = items(items);
    }

    /** What a function makes of each of the items. */
    protected final <R> List<R> each(IntFunction<? extends R> function) {
        List<R> all = new ArrayList<>();
        for (int n : list) {
            all.add(function.apply(n));
        }
        return all;
    }
}
