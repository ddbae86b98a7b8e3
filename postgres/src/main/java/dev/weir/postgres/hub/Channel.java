package dev.weir.postgres.hub;

import dev.weir.Emitter;
import dev.weir.postgres.Notification;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A channel and those who listen to it; on the thread of the hub only. */
final class Channel {
    private final String name;
    private final Map<Emitter<Notification>, Boolean> told = new LinkedHashMap<>(); // whether it has had its Listening
    private boolean confirmed;

    Channel(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** The statement with the name as it is, whatever it has in it. */
    String statement(String verb) {
        return verb + " \"" + name.replace("\"", "\"\"") + '"';
    }

    void add(Emitter<Notification> emitter) {
        told.put(emitter, false);
        if (confirmed) {
            tell(emitter);
        }
    }

    void remove(Emitter<Notification> emitter) {
        told.remove(emitter);
    }

    boolean isEmpty() {
        return told.isEmpty();
    }

    /** The server listens. */
    void confirm() {
        confirmed = true;
        List.copyOf(told.keySet()).forEach(this::tell);
    }

    private void tell(Emitter<Notification> emitter) {
        boolean again = Boolean.TRUE.equals(told.put(emitter, true));
        emitter.next(again ? new Notification.Gap(name) : new Notification.Listening(name));
    }

    void lost() {
        confirmed = false;
    }

    void receive(String payload, int processId) {
        if (confirmed) {
            Notification message = new Notification.Message(name, payload, processId);
            List.copyOf(told.keySet()).forEach(emitter -> emitter.next(message));
        }
    }

    /** Whether somebody has had his Listening. */
    boolean hasTold() {
        return told.containsValue(true);
    }

    /** Ends those who have never had their Listening. */
    void failUntold(Throwable why) {
        List.copyOf(told.entrySet()).forEach(entry -> {
            if (!entry.getValue()) {
                entry.getKey().error(why);
            }
        });
    }

    void fail(Throwable why) {
        List.copyOf(told.keySet()).forEach(emitter -> emitter.error(why));
    }

    void complete() {
        List.copyOf(told.keySet()).forEach(Emitter::complete);
    }
}
