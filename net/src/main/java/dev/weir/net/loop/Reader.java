package dev.weir.net.loop;

/**
 * Who reads what a connection receives.
 *
 * @param name what to call it when it is told to whoever comes too late
 * @param looks whether it is done with each item when it returns, so that the item may lie where it has come
 */
public record Reader(String name, boolean looks) {
    /** One to whom the items belong. */
    public static Reader keeping(String name) {
        return new Reader(name, false);
    }

    /** One that only looks at the items, on the event loop. */
    public static Reader looking(String name) {
        return new Reader(name, true);
    }
}
