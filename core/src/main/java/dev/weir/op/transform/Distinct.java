package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import java.util.LinkedHashMap;
import java.util.Map;

/** The items that are not equal to one of the last that came. */
public final class Distinct<T> extends LinkedHashMap<T, Boolean> {
    private static final long serialVersionUID = 1;

    private final int memory;

    private Distinct(int memory) {
        super(16, 0.75f, true);
        this.memory = memory;
    }

    public static <T> Many<T> of(Many<T> source, int memory) {
        Argument.checked(memory, memory > 0, "distinct: the memory must be positive");
        return Filter.by(source, context -> {
            Distinct<T> seen = new Distinct<>(memory);
            return item -> seen.put(item, true) == null;
        });
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<T, Boolean> eldest) {
        return size() > memory;
    }
}
