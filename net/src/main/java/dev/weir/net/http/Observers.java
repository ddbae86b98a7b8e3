package dev.weir.net.http;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Two observers as one. */
record Observers(Observer first, Observer second) implements Observer {
    static Observer of(@Nullable Observer before, Observer another) {
        Objects.requireNonNull(another, "observer");
        return before == null ? another : new Observers(before, another);
    }

    @Override
    public void began(Request request) {
        both(observer -> observer.began(request));
    }

    @Override
    public void over(Exchanged exchange) {
        both(observer -> observer.over(exchange));
    }

    @Override
    public void refused(InetSocketAddress client, int status, String detail) {
        both(observer -> observer.refused(client, status, detail));
    }

    /** The second is told whatever the first throws. */
    private void both(Consumer<Observer> told) {
        try {
            told.accept(first);
        } catch (Throwable failure) {
            try {
                told.accept(second);
            } catch (Throwable another) {
                failure.addSuppressed(another);
            }
            throw failure;
        }
        told.accept(second);
    }
}
