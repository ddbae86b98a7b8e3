package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.frame.ResumeFrame;
import dev.weir.rsocket.frame.SetupFrame;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The sessions of a server that outlive their connections, by their tokens. */
public final class Sessions implements LastingLink.Fate {
    private final Resumption limits;
    private final int most;
    private final Map<ByteBuffer, LastingLink> byToken = new HashMap<>();
    private boolean ended;

    /**
     * For one server.
     *
     * @param most sessions, with and without a connection
     */
    public Sessions(Resumption limits, int most) {
        this.limits = limits;
        this.most = most;
    }

    /**
     * What is spoken on a connection that comes in.
     *
     * @param make a session upon a link
     */
    public Speaker receive(Link link, Function<? super Link, Session> make) {
        return new Reception(link, make);
    }

    /** Says what speaks when the first frame has said what the client wants. */
    private final class Reception implements Speaker {
        private final Link link;
        private final Function<? super Link, Session> make;
        private final Session plain;
        private Speaker speaker;
        private boolean begun;

        Reception(Link link, Function<? super Link, Session> make) {
            this.link = link;
            this.make = make;
            this.plain = make.apply(link);
            this.speaker = plain;
        }

        @Override
        public void frame(Frame frame) throws Exception {
            boolean first = !begun;
            begun = true;
            if (first && FrameType.isOfNoStream(frame, FrameType.RESUME)) {
                resume(frame);
                return;
            }
            if (first
                    && FrameType.isOfNoStream(frame, FrameType.SETUP)
                    && (frame.int16(Integer.BYTES) & FrameType.RESUMABLE) != 0) {
                begin(frame);
            }
            speaker.frame(frame);
        }

        /** If there is something wrong with the setup the plain session says so, or the lasting one. */
        private void begin(Frame setup) {
            ByteBuffer token = SetupFrame.token(setup);
            if (token == null) {
                plain.refuse(RSocketException.InvalidSetup.CODE, SetupFrame.TOO_SHORT);
                return;
            }
            String wrong = token.hasRemaining() ? null : "a session is to be resumed by a token of no bytes";
            if (wrong == null) {
                LastingLink lasting = new LastingLink(link, token, limits, Sessions.this);
                wrong = add(lasting);
                if (wrong == null) {
                    speaker = make.apply(lasting).speaker();
                } else {
                    lasting.finish();
                }
            }
            if (wrong != null) {
                plain.refuse(RSocketException.RejectedSetup.CODE, wrong);
            }
        }

        private void resume(Frame frame) {
            try {
                ResumeFrame resume = ResumeFrame.read(frame);
                LastingLink session = find(resume.token());
                if (session == null) {
                    plain.refuse(RSocketException.RejectedResume.CODE, "there is no such session, or it has ended");
                } else if (session.isHome()) {
                    speaker = session.accept(link, resume);
                } else {
                    speaker = new FarLink(link, session, near -> session.accept(near, resume));
                }
            } catch (RSocketException wrong) {
                plain.refuse(wrong.code(), wrong.getMessage());
            }
        }

        @Override
        public void writable() {
            speaker.writable();
        }

        @Override
        public void look(long now) {
            speaker.look(now);
        }

        @Override
        public void drain() {
            speaker.drain();
        }

        @Override
        public void closed(@Nullable Throwable failure) {
            speaker.closed(failure);
        }
    }

    // ------------------------------------------------------------ on any thread

    /** Takes one more; what is wrong with it, or null. */
    private synchronized @Nullable String add(LastingLink session) {
        if (ended) {
            return "the server is shut down";
        }
        if (byToken.size() >= most) {
            return "there are " + most + " sessions that may be resumed (maxSessions): set up one that can't be";
        }
        return byToken.putIfAbsent(session.token(), session) == null ? null : "another session has this token";
    }

    private synchronized @Nullable LastingLink find(ByteBuffer token) {
        return byToken.get(token);
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    /** How many there are, with and without a connection. */
    public synchronized int size() {
        return byToken.size();
    }

    private synchronized List<LastingLink> end() {
        ended = true;
        return List.copyOf(byToken.values());
    }

    /** Nobody can come back any more: sessions without a connection end now, others with theirs. */
    public void close() {
        for (LastingLink session : end()) {
            var _ = session.post(session::abandon);
        }
    }

    // ------------------------------------------------------------ from sessions, on their event loops

    @Override
    public void cut(LastingLink session) {
        if (isEnded()) {
            session.abandon();
        } else {
            session.abandonAtShutdown();
        }
    }

    @Override
    public synchronized void over(LastingLink session) {
        byToken.remove(session.token(), session);
    }
}
