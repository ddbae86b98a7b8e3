package dev.weir.rsocket.engine;

import dev.weir.Clock;
import dev.weir.net.link.Speaker;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Random;

/** A connection in memory, whose frames come one by one when that is asked for, or never if it is cut before. */
final class Wires {
    private static final int MOST_WAITING = 1_000;

    final Side left;
    final Side right;
    private final Clock clock;
    private boolean cut;

    Wires(Clock clock) {
        this.clock = clock;
        left = new Side();
        right = new Side();
    }

    void join(Speaker ofLeft, Speaker ofRight) {
        left.speaker = ofLeft;
        right.speaker = ofRight;
    }

    boolean isCut() {
        return cut;
    }

    /** What is on its way is lost. */
    void cut() {
        if (!cut) {
            cut = true;
            left.speaker.closed(new IOException("cut"));
            right.speaker.closed(new IOException("cut"));
        }
    }

    void look() {
        left.speaker.look(clock.nanoTime());
        right.speaker.look(clock.nanoTime());
    }

    /** Has one frame come at one of the ends; false if there is none. */
    boolean deliver(Random random) throws Exception {
        Side first = random.nextBoolean() ? left : right;
        return first.deliver(first == left ? right : left) || (first == left ? right : left).deliver(first);
    }

    /** One end. */
    final class Side extends MemoryLink {
        private final ArrayDeque<byte[]> frames = new ArrayDeque<>(); // that it has sent
        private Speaker speaker;
        private int waiting;
        private boolean closing;

        private Side() {
            super(clock);
        }

        private boolean deliver(Side to) throws Exception {
            if (frames.isEmpty() || to.paused) {
                if (frames.isEmpty() && closing) {
                    cut();
                    return true;
                }
                return false;
            }
            byte[] bytes = frames.remove();
            boolean was = isWritable();
            waiting -= bytes.length;
            to.speaker.frame(frame(bytes));
            if (!was && !cut && isWritable()) {
                speaker.writable();
            }
            return true;
        }

        @Override
        void sent(byte[] frame) {
            if (!cut && !closing) {
                frames.add(frame);
                waiting += frame.length;
            }
        }

        @Override
        public boolean isWritable() {
            return waiting < MOST_WAITING;
        }

        @Override
        public void close() {
            closing = true;
        }

        @Override
        public void abort() {
            cut();
        }
    }
}
