package dev.weir.rsocket.engine;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.net.link.Frame;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.frame.Head;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A client that connects again when its connection is cut, and goes on with its session. */
public final class Redialing implements LastingLink.Fate {
    private static final long FIRST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 10_000;
    private static final int MOST_DOUBLINGS = 10;

    /** Connects to where the session is. */
    @FunctionalInterface
    public interface Redial {
        /**
         * Ends when the speaker has begun, or fails if there is no connection; cancelling gives the attempt up.
         *
         * @param speaker called on the event loop of the connection
         */
        One<?> dial(Function<? super Link, ? extends Speaker> speaker);
    }

    private final Resumption limits;
    private final Redial redial;
    private final Consumer<Boolean> isCut;
    private @Nullable Cancellable attempt;
    private int failures;

    private Redialing(Resumption limits, Redial redial, Consumer<Boolean> isCut) {
        this.limits = limits;
        this.redial = redial;
        this.isCut = isCut;
    }

    /**
     * A link for {@link Session#client} that outlives the one that is given. On its event loop.
     *
     * @param isCut told when there is no connection, and when there is one again
     */
    public static Link lasting(Link first, Resumption limits, Redial redial, Consumer<Boolean> isCut) {
        ByteBuffer token = ByteBuffer.wrap(UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
        return new LastingLink(first, token, limits, new Redialing(limits, redial, isCut));
    }

    // ------------------------------------------------------------ connections

    @Override
    public void cut(LastingLink link) {
        isCut.accept(true);
        again(link);
    }

    @Override
    public void resumed(LastingLink link) {
        isCut.accept(false);
        failures = 0;
        attempt = null;
    }

    @Override
    public void over(LastingLink link) {
        if (attempt != null) {
            attempt.cancel();
        }
    }

    /** Connects after a pause, of which half is left to chance so that clients do not come all at once. */
    private void again(LastingLink link) {
        long most = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(failures, MOST_DOUBLINGS));
        failures++;
        Duration pause =
                Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2));
        try {
            attempt = link.clock().schedule(() -> link.post(() -> dial(link)), pause);
        } catch (Throwable noTimer) { // as without memory or threads: nobody else would dial
            link.end(new RSocketException.ConnectionError("the connection was cut, and can't be made anew", noTimer));
        }
    }

    private void dial(LastingLink link) {
        if (link.isOver()) {
            return;
        }
        try {
            attempt = redial.dial(over -> link.isHome()
                            ? new Return(over, link)
                            : new FarLink(over, link, near -> new Return(near, link)))
                    .subscribe(begun -> {}, failure -> link.post(() -> again(link)));
        } catch (Throwable failure) { // as without memory
            again(link);
        }
    }

    /** Asks a server whether it goes on, then does so. */
    private final class Return implements Speaker {
        private final Link link;
        private final LastingLink lasting;
        private final long askedAt;
        private @Nullable Speaker goesOn;
        private boolean refused;

        /** On the event loop of the session. */
        Return(Link link, LastingLink lasting) {
            this.link = link;
            this.lasting = lasting;
            this.askedAt = link.clock().nanoTime();
            if (lasting.isOver()) {
                link.close();
            } else {
                Head resume = lasting.toResume().write(Head.ofThread());
                link.send(resume.array(), resume.length());
            }
        }

        @Override
        public void frame(Frame frame) throws Exception {
            if (goesOn != null) {
                goesOn.frame(frame);
            } else if (lasting.isOver() || refused) {
                link.close();
            } else if (FrameType.isOfNoStream(frame, FrameType.RESUME_OK)
                    && frame.length() >= FrameType.HEAD + Long.BYTES) {
                accepted(frame.int64(FrameType.HEAD));
            } else if (FrameType.isOfNoStream(frame, FrameType.ERROR) && PeerError.isWhole(frame)) {
                refused(PeerError.of(frame));
            } else {
                wrong("the answer to a resumption is neither RESUME_OK nor an error");
            }
        }

        private void accepted(long position) {
            if (lasting.has(position)) {
                goesOn = lasting.resume(link, position);
            } else {
                wrong("the server goes on from position " + position + ", which is not kept here");
            }
        }

        private void wrong(String why) {
            Sender.error(link, RSocketException.ConnectionError.CODE, why);
            refused(new RSocketException.ConnectionError(why, null));
        }

        private void refused(RSocketException why) {
            refused = true;
            link.close();
            lasting.end(why);
        }

        @Override
        public void writable() {
            if (goesOn != null) {
                goesOn.writable();
            }
        }

        @Override
        public void look(long now) {
            if (goesOn != null) {
                goesOn.look(now);
            } else if (lasting.isOver() || now - askedAt > limits.patience().toNanos()) {
                link.abort();
            }
        }

        @Override
        public void drain() {
            if (goesOn != null) {
                goesOn.drain();
            }
        }

        @Override
        public void closed(@Nullable Throwable failure) {
            if (goesOn != null) {
                goesOn.closed(failure);
            } else if (!refused) {
                again(lasting);
            }
        }
    }
}
