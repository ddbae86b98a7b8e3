package dev.weir.op.kernel.stage;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Root.Scope;

/** Another context for the stages above. It has no stage itself. */
public final class WithContext<T> extends Source<T> {
    private final Object change;

    /**
     * @param change a function, or the name
     */
    public WithContext(Many<T> source, Object change) {
        super(source);
        this.change = change;
    }

    @Override
    public Object given() {
        return change;
    }

    public Root scope(Root root) {
        return new Scope(root instanceof Scope in ? in.whole() : root, Unscoped.changed(root.context(), change));
    }
}
