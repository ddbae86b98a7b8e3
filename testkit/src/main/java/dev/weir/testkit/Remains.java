package dev.weir.testkit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Things that have begun, each of which is to be removed. */
final class Remains {
    private final History history;
    private final Set<Entry> entries = new LinkedHashSet<>(); // guarded by the history

    Remains(History history) {
        this.history = history;
    }

    Entry add(String what) {
        Entry entry = new Entry(what);
        synchronized (history) {
            entries.add(entry);
        }
        return entry;
    }

    List<Entry> entries() {
        synchronized (history) {
            return List.copyOf(entries);
        }
    }

    /** One of them, which knows where it began. */
    final class Entry {
        final String what;
        final Throwable place;

        private Entry(String what) {
            this.what = what;
            this.place = new Throwable(what + " began here");
        }

        void remove() {
            synchronized (history) {
                entries.remove(this);
            }
            history.changed();
        }
    }
}
