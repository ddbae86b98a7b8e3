package dev.weir.rsocket.engine;

import static dev.weir.rsocket.engine.StreamTable.ASSEMBLING;
import static dev.weir.rsocket.engine.StreamTable.CHANNEL;
import static dev.weir.rsocket.engine.StreamTable.FORGET;
import static dev.weir.rsocket.engine.StreamTable.INSATIABLE;
import static dev.weir.rsocket.engine.StreamTable.IN_DONE;
import static dev.weir.rsocket.engine.StreamTable.OUT_DONE;
import static dev.weir.rsocket.engine.StreamTable.RESPONSE;
import static dev.weir.rsocket.engine.StreamTable.STARTING;
import static dev.weir.rsocket.engine.StreamTable.STREAM;

import dev.weir.net.link.Frame;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import org.jspecify.annotations.Nullable;

/** What comes on streams. */
final class Incoming {
    /*
     * Who makes no sense is not answered: frames of streams that have ended cross with their end ("Handling the Unexpected").
     * Who breaks a rule is: by an error of the stream, or by one of the connection if it can't be told where a frame ends.
     */
    private static final Interaction[] KINDS = Interaction.values();
    private static final int POSITIVE = Integer.MAX_VALUE;
    private static final FrameView NONE = new FrameView();
    private static final int PAYLOAD_BITS = FrameType.NEXT | FrameType.COMPLETE;

    private final Session session;
    private final LoopConnection connection;
    private final Streams streams;
    private final StreamTable table;
    private final Limits limits;
    private final Views views = Views.ofThread();
    private FrameView view = NONE; // of the frame that is being handled

    Incoming(Session session, LoopConnection connection, Streams streams, Limits limits) {
        this.session = session;
        this.connection = connection;
        this.streams = streams;
        this.table = streams.table;
        this.limits = limits;
    }

    void frame(int stream, int type, int flags, Frame frame) {
        FrameView before = view;
        view = views.take();
        try {
            handle(stream, type, flags, frame);
        } finally {
            views.give(view);
            view = before;
        }
    }

    private void handle(int stream, int type, int flags, Frame frame) {
        switch (type) {
            case FrameType.REQUEST_RESPONSE -> request(stream, RESPONSE, flags, frame);
            case FrameType.REQUEST_FNF -> request(stream, FORGET, flags, frame);
            case FrameType.REQUEST_STREAM -> request(stream, STREAM, flags, frame);
            case FrameType.REQUEST_CHANNEL -> request(stream, CHANNEL, flags, frame);
            case FrameType.REQUEST_N -> requestN(stream, frame);
            case FrameType.CANCEL -> cancel(stream);
            case FrameType.PAYLOAD -> payload(stream, flags, frame);
            case FrameType.ERROR -> error(stream, frame);
            default -> {
                // of no meaning on a stream
            }
        }
    }

    // ------------------------------------------------------------ requests of the peer

    private void request(int stream, int kind, int flags, Frame frame) {
        if (streams.isOurs(stream) || table.find(stream) >= 0) {
            return;
        }
        boolean credited = kind == STREAM || kind == CHANNEL;
        int from = FrameType.HEAD + (credited ? Integer.BYTES : 0);
        if (frame.length() < from || !view.show(frame, flags, from)) {
            malformed(flags);
            return;
        }
        int credit = credited ? frame.int32(FrameType.HEAD) & POSITIVE : kind == RESPONSE ? 1 : 0;
        String refusal = refusal();
        if (refusal != null) {
            refuse(stream, kind, RSocketException.Rejected.CODE, refusal);
        } else if (credited && credit == 0) {
            refuse(stream, kind, RSocketException.Invalid.CODE, "the initial request is 0");
        } else {
            begin(stream, kind, flags, credit);
        }
    }

    /** Why the peer may not begin a stream now, or null. */
    private @Nullable String refusal() {
        if (session.isDraining()) {
            return "the connection is being closed";
        }
        if (streams.ofPeer() + Lingering.running(session.responder()) >= limits.maxStreams()) {
            return streams.tooMany();
        }
        if (!streams.haveRoom()) {
            return "as many streams are open as there may be on a connection";
        }
        Leases agreed = session.leases();
        boolean may = agreed == null || agreed.admits(connection.clock().nanoTime());
        return may ? null : "there is no lease for the request";
    }

    private void refuse(int stream, int kind, int code, String why) {
        if (kind == FORGET) {
            streams.drop(why);
        } else {
            streams.sender.error(stream, code, why);
            session.settle();
        }
    }

    private void begin(int stream, int kind, int flags, int credit) {
        boolean more = kind == CHANNEL && (flags & FrameType.COMPLETE) == 0;
        int place = table.add(stream, kind | STARTING | (more ? 0 : IN_DONE) | (kind == FORGET ? OUT_DONE : 0), null);
        table.addCredit(place, credit(credit));
        if ((flags & FrameType.FOLLOWS) != 0) {
            table.set(place, ASSEMBLING);
            assemble(stream);
        } else if (view.length() > limits.maxPayload()) {
            broken(stream, Extras.tooLong(limits));
        } else {
            deliver(stream, kind);
        }
    }

    /** Hands a request to the application. */
    private void deliver(int stream, int kind) {
        Responder responder = session.responder();
        String refusal = Holding.refusal(connection, responder, view.length());
        int before = streams.ending;
        streams.ending = kind == CHANNEL && table.is(table.find(stream), IN_DONE) ? stream : 0;
        try {
            if (refusal != null) {
                streams.error(stream, RSocketException.Rejected.CODE, refusal);
            } else if (kind == FORGET) {
                streams.remove(stream);
                responder.fireAndForget(connection, view);
            } else {
                begun(stream, responder.request(connection, stream, KINDS[kind], view));
            }
        } catch (Throwable thrown) {
            failed(stream, kind, thrown);
        } finally {
            streams.ending = before;
        }
        session.settle();
    }

    private void begun(int stream, StreamListener listener) {
        boolean ended = streams.ending == stream; // by the request itself, and no failure
        int place = table.find(stream);
        if (place >= 0) {
            table.listener(place, listener);
            table.clear(place, STARTING);
        } else {
            Holder.forget(listener); // of a stream that has ended before anybody heard of it
        }
        if (ended && (place >= 0 || listener instanceof Holder)) {
            listener.complete(connection, stream);
        }
        streams.tellDemand(stream);
    }

    private void failed(int stream, int kind, Throwable thrown) {
        RSocketException told = Codes.told(thrown);
        if (kind == FORGET || told == null) {
            Log.error("a responder failed, and so does its RSocket stream " + stream, thrown);
            streams.error(stream, RSocketException.ApplicationError.CODE, "internal error");
        } else {
            streams.error(stream, Codes.ofStream(told), told.getMessage());
        }
    }

    // ------------------------------------------------------------ what comes on streams

    private void payload(int stream, int flags, Frame frame) {
        int place = table.find(stream);
        if (place < 0) {
            return;
        }
        if (!view.show(frame, flags, FrameType.HEAD)) {
            malformed(flags);
            return;
        }
        boolean complete = (flags & FrameType.COMPLETE) != 0;
        boolean follows = !complete && (flags & FrameType.FOLLOWS) != 0;
        if (table.is(place, ASSEMBLING)) {
            if (assemble(stream) && !follows) {
                assembled(stream, flags);
            }
        } else if (!table.is(place, IN_DONE)) {
            if (follows) {
                beginAssembly(stream, place);
            } else {
                take(stream, place, flags);
            }
        }
    }

    private void beginAssembly(int stream, int place) {
        if (table.kind(place) != RESPONSE && table.demand(place) == 0) {
            broken(stream, "a payload came, and none was requested");
        } else {
            table.set(place, ASSEMBLING);
            assemble(stream);
        }
    }

    /** Takes a fragment; false if the stream has failed by it. */
    private boolean assemble(int stream) {
        String wrong = streams.extras().add(stream, view);
        if (wrong != null) {
            broken(stream, wrong);
        }
        return wrong == null;
    }

    /** All fragments have come, of a request or of a payload. */
    private void assembled(int stream, int flags) {
        int place = table.find(stream);
        table.clear(place, ASSEMBLING);
        streams.extras().show(stream, view);
        if (!table.is(place, STARTING)) {
            take(stream, place, flags | FrameType.NEXT);
            return;
        }
        int kind = table.kind(place);
        if ((flags & FrameType.COMPLETE) != 0) {
            table.set(place, IN_DONE);
        }
        deliver(stream, kind);
    }

    /** A payload is there, or the end, or both. */
    private void take(int stream, int place, int flags) {
        int bits = flags & PAYLOAD_BITS;
        if (table.kind(place) == RESPONSE) {
            boolean empty = bits == 0 && view.length() == 0;
            bits |= empty ? FrameType.COMPLETE : bits == 0 ? PAYLOAD_BITS : FrameType.COMPLETE;
        }
        StreamListener listener = table.listener(place);
        if (bits == 0 || listener == null) {
            return;
        }
        boolean next = (bits & FrameType.NEXT) != 0;
        boolean complete = (bits & FrameType.COMPLETE) != 0;
        if (next && !counts(stream, place)) {
            return;
        }
        int before = streams.ending;
        if (complete) {
            streams.ending = stream;
            streams.end(
                    stream, IN_DONE); // before it is told, so that whoever has enough does not cancel what has ended
        }
        try {
            if (next) {
                listener.next(connection, stream, view);
            }
            if (complete && streams.ending == stream) { // else it has failed meanwhile
                listener.complete(connection, stream);
            }
        } catch (Throwable thrown) {
            streams.threw(stream, thrown);
        }
        if (complete) {
            streams.ending = before;
        }
        session.settle();
    }

    /** Counts a payload against what was requested; false if it was too much. */
    private boolean counts(int stream, int place) {
        if (view.length() > limits.maxPayload()) {
            broken(stream, Extras.tooLong(limits));
            return false;
        }
        if (table.kind(place) != RESPONSE) {
            if (table.demand(place) == 0) {
                broken(stream, "a payload came, and none was requested");
                return false;
            }
            table.addDemand(place, -1);
            if (table.is(place, INSATIABLE)) {
                streams.replenish(stream, place);
            }
        }
        return true;
    }

    private void requestN(int stream, Frame frame) {
        int place = table.find(stream);
        if (place < 0 || table.is(place, OUT_DONE) || table.kind(place) == RESPONSE) {
            return;
        }
        if (frame.length() < FrameType.HEAD + Integer.BYTES) {
            malformed(0);
            return;
        }
        int count = frame.int32(FrameType.HEAD) & POSITIVE;
        if (count == 0) {
            broken(stream, "0 payloads were requested");
            return;
        }
        boolean wasNone = table.credit(place) == 0;
        table.addCredit(place, credit(count));
        if (wasNone && !table.is(place, STARTING)) {
            streams.tellDemand(stream);
            session.settle();
        }
    }

    /**
     * The most that a frame can say is without end. The protocol has no such number (section "Reactive Stream Semantics"), but
     * requesters that want all say it once and no more: if it were counted, their stream would stand still after so many payloads.
     */
    private static long credit(int said) {
        return said == Streams.WITHOUT_END ? Extras.ENDLESS : said;
    }

    private void cancel(int stream) {
        int place = table.find(stream);
        if (place < 0) {
            return;
        }
        StreamListener listener = table.listener(place);
        if (!streams.isOurs(stream)) {
            streams.remove(stream);
        } else if (table.kind(place) == CHANNEL && !table.is(place, OUT_DONE)) {
            streams.end(stream, OUT_DONE);
        } else {
            return;
        }
        if (listener != null) {
            try {
                listener.cancelled(connection, stream);
            } catch (Throwable thrown) {
                streams.threw(stream, thrown);
            }
        }
        session.settle();
    }

    private void error(int stream, Frame frame) {
        int place = table.find(stream);
        if (place < 0 || (!streams.isOurs(stream) && table.kind(place) != CHANNEL)) {
            return;
        }
        if (!PeerError.isWhole(frame)) {
            malformed(0);
            return;
        }
        RSocketException failure = PeerError.of(frame);
        StreamListener listener = streams.remove(stream);
        if (listener != null) {
            try {
                listener.failed(connection, stream, failure);
            } catch (Throwable thrown) {
                streams.threw(stream, thrown);
            }
        }
        session.settle();
    }

    // ------------------------------------------------------------ what is against the rules

    private void broken(int stream, String why) {
        streams.refuse(stream, why);
        session.settle();
    }

    /** A frame is not what it says; one that may be ignored is. */
    private void malformed(int flags) {
        if ((flags & FrameType.IGNORE) == 0) {
            session.fail("a frame is shorter than what it should have");
        }
    }
}
