package dev.weir.rsocket.engine;

import java.util.ArrayDeque;

/**
 * Views of payloads for the connections of an event loop: one for each frame that is being handled, of which there may be
 * several, as who hears of one may have another connection go on. For one thread.
 */
final class Views {
    private static final ThreadLocal<Views> OF_THREAD = ThreadLocal.withInitial(Views::new);

    private final ArrayDeque<FrameView> free = new ArrayDeque<>();

    /** Those that the connections of an event loop share. */
    static Views ofThread() {
        return OF_THREAD.get();
    }

    /** One that nobody else has, until it is given back. */
    FrameView take() {
        FrameView view = free.pollLast();
        return view == null ? new FrameView() : view;
    }

    void give(FrameView view) {
        view.clear();
        free.addLast(view);
    }
}
