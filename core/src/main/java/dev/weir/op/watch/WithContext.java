package dev.weir.op.watch;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Another context for the stages above. */
public final class WithContext<T> extends Operator<T, T> {
    private final UnaryOperator<Context> change;
    private final @Nullable String name;

    public WithContext(Many<T> source, UnaryOperator<Context> change) {
        this(source, change, null);
    }

    private WithContext(Many<T> source, UnaryOperator<Context> change, @Nullable String name) {
        super(source, change);
        this.change = change;
        this.name = name;
    }

    public static <T> Many<T> named(Many<T> source, String name) {
        Objects.requireNonNull(name, "name");
        return new WithContext<>(source, context -> context.withName(name), name);
    }

    @Override
    protected @Nullable String name() {
        return name;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Changing<>(this, downstream);
    }

    private static final class Changing<T> extends PassThrough<T, T> {
        Changing(WithContext<T> withContext, Stage<? super T> downstream) {
            super(downstream, due(withContext.change.apply(downstream.context()), "withContext"));
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }
    }
}
