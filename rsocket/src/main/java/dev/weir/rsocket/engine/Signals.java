package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.Responder;

/** What comes that belongs to the connection. */
final class Signals {
    private final Session session;
    private final Handle connection;
    private final Sender sender;

    Signals(Session session, Handle connection, Sender sender) {
        this.session = session;
        this.connection = connection;
        this.sender = sender;
    }

    void frame(int type, int flags, Frame frame) {
        switch (type) {
            case FrameType.KEEPALIVE -> keepalive(flags, frame);
            case FrameType.METADATA_PUSH -> metadataPush(frame);
            case FrameType.LEASE -> lease(frame);
            case FrameType.ERROR -> error(frame);
            case FrameType.RESUME -> session.fail("a resume came after the setup");
            case FrameType.EXT -> extension(flags);
            default -> {
                // a second setup, what nobody knows: to be ignored
            }
        }
    }

    private void lease(Frame frame) {
        Leases agreed = session.leases();
        if (agreed != null && !agreed.came(frame, connection.clock().nanoTime())) {
            session.fail("a lease is shorter than what it should have");
        } else if (agreed != null) {
            session.responder().writable(connection);
        }
    }

    private void extension(int flags) {
        if ((flags & FrameType.IGNORE) == 0) {
            session.fail("no extensions are known here");
        }
    }

    private void keepalive(int flags, Frame frame) {
        int from = FrameType.HEAD + Long.BYTES;
        if (frame.length() < from) {
            session.fail("a keepalive is shorter than what it should have");
        } else if ((flags & FrameType.RESPOND) != 0) {
            sender.keepalive(false, frame.keep(from, frame.length() - from));
            session.settle();
        }
    }

    private void metadataPush(Frame frame) {
        Responder responder = session.responder();
        int length = frame.length() - FrameType.HEAD;
        if (!connection.ownStreams().takesMetadata(length, Lingering.running(responder))) {
            return;
        }
        String refusal = Holding.refusal(connection, responder, length);
        if (refusal != null) {
            connection.ownStreams().drop(refusal);
            return;
        }
        FrameBytes pushed = new FrameBytes();
        pushed.show(frame, FrameType.HEAD, length);
        try {
            responder.metadataPush(connection, pushed);
        } catch (Throwable thrown) {
            Log.error("a responder failed at metadata of an RSocket connection", thrown);
        }
    }

    private void error(Frame frame) {
        if (!PeerError.isWhole(frame)) {
            session.fail("an error is shorter than what it should have");
        } else {
            session.told(PeerError.of(frame));
        }
    }
}
