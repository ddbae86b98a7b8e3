package dev.weir.lab.carried;

import io.micrometer.context.ThreadLocalAccessor;

/** A thread-local as applications have it, which each thread has a value of. */
public final class User implements ThreadLocalAccessor<String> {
    static final ThreadLocal<String> NAME = ThreadLocal.withInitial(() -> "nobody");

    /** For the service loader. */
    public User() {}

    @Override
    public Object key() {
        return "user";
    }

    @Override
    public String getValue() {
        return NAME.get();
    }

    @Override
    public void setValue(String name) {
        NAME.set(name);
    }

    @Override
    public void setValue() {
        NAME.remove();
    }
}
