package dev.weir.lab.servers;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What happens, for all clients at the same time. */
final class Events {
    static final String TYPE = "text/event-stream";

    private static final String MARK = "~";

    private Events() {}

    /** The data of an event. The mark is in it once. */
    static String data() {
        return "{\"pair\":\"EUR/USD\",\"rate\":\"1.06448\",\"at\":" + System.currentTimeMillis() + "}" + MARK;
    }

    /** An event as it is sent. */
    static String text() {
        return "data: " + data() + "\n\n";
    }

    /** Lets events happen on a thread of its own. */
    static void happen(Setup setup, Runnable event) {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        long tick = setup.tick().toMillis();
        thread.scheduleAtFixedRate(() -> burst(setup, event), tick, tick, TimeUnit.MILLISECONDS);
    }

    static void burst(Setup setup, Runnable event) {
        for (int i = 0; i < setup.burst(); i++) {
            event.run();
        }
    }
}
