package dev.weir.propagation.carry;

import dev.weir.Context;
import io.micrometer.context.ContextAccessor;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads and writes what a context carries, for {@code ContextSnapshot}: from and to the contexts of other libraries. */
public final class Contexts implements ContextAccessor<Context, Context> {
    /** For the service loader. */
    public Contexts() {}

    @Override
    public Class<Context> readableType() {
        return Context.class;
    }

    @Override
    public void readValues(Context context, Predicate<Object> wanted, Map<Object, Object> read) {
        Values.in(context).all().forEach((key, value) -> {
            if (value != null && wanted.test(key)) { // a scoped value may be bound to null
                read.put(key, value);
            }
        });
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the library declares it
    public <V> @Nullable V readValue(Context context, Object key) {
        return (V) Values.in(context).all().get(key);
    }

    @Override
    public Class<Context> writeableType() {
        return Context.class;
    }

    @Override
    public Context writeValues(Map<Object, Object> values, Context context) {
        Values written = Values.in(context);
        for (Map.Entry<Object, Object> entry : values.entrySet()) {
            written = written.with(entry.getKey(), entry.getValue());
        }
        return written.into(context);
    }
}
