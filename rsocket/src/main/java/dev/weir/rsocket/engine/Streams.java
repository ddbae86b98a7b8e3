package dev.weir.rsocket.engine;

import static dev.weir.rsocket.engine.StreamTable.ASSEMBLING;
import static dev.weir.rsocket.engine.StreamTable.CHANNEL;
import static dev.weir.rsocket.engine.StreamTable.FORGET;
import static dev.weir.rsocket.engine.StreamTable.INSATIABLE;
import static dev.weir.rsocket.engine.StreamTable.IN_DONE;
import static dev.weir.rsocket.engine.StreamTable.OUT_DONE;
import static dev.weir.rsocket.engine.StreamTable.RESPONSE;
import static dev.weir.rsocket.engine.StreamTable.WAITING;

import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.StreamListener;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The streams of a connection, and what is sent on them. */
final class Streams {
    /** What a frame says of a demand without end: who counts it has so much, many peers count no more. */
    static final int WITHOUT_END = Integer.MAX_VALUE;

    private static final int MOST = WITHOUT_END - 1;
    private static final int LAST = Integer.MAX_VALUE;

    final StreamTable table = new StreamTable();
    final Sender sender;
    private final LoopConnection connection;
    private final Limits limits;
    private final boolean client;
    private @Nullable Extras extras; // once they are needed
    int last; // number of ours
    int ending; // the stream whose end somebody is about to hear of; 0 if it fails meanwhile
    private int ours;
    private int turn;
    private boolean dropped;

    /** For a connection that begins, of a client, whose streams are odd, or a server, whose are even. */
    Streams(LoopConnection connection, Sender sender, Limits limits, boolean client) {
        this.connection = connection;
        this.sender = sender;
        this.limits = limits;
        this.client = client;
    }

    /** What few streams have. */
    Extras extras() {
        Extras made = extras;
        if (made == null) {
            made = new Extras(sender.link, limits);
            extras = made;
        }
        return made;
    }

    boolean isOurs(int stream) {
        return (stream & 1) == 1 == client;
    }

    /** How many the peer has begun. */
    int ofPeer() {
        return table.size() - ours;
    }

    String tooMany() {
        return "more than " + limits.maxStreams() + " streams are open (maxStreams)";
    }

    /**
     * Whether metadata may be pushed: that is of the connection, so however many streams there are.
     *
     * @param running how much runs that needs no answer
     */
    boolean takesMetadata(int length, int running) {
        boolean tooLong = length > limits.maxPayload();
        boolean takes = !tooLong && running < limits.maxStreams();
        if (!takes) {
            drop(tooLong ? Extras.tooLong(limits) : tooMany());
        }
        return takes;
    }

    /** Something that needs no answer is dropped: nobody but the log is told, once. */
    void drop(String why) {
        if (!dropped) {
            dropped = true;
            Log.debug(() -> "what needs no answer is dropped, of the RSocket connection from "
                    + connection.remoteAddress() + ": " + why);
        }
    }

    // ------------------------------------------------------------ requests

    /** Whether one more can be held. There are more numbers than that, so one is free. */
    boolean haveRoom() {
        return !StreamTable.isFull(table.size());
    }

    /**
     * The number of our next stream: after the last there can be, the first that is free (section "Stream Identifiers"). To be
     * asked while they {@link #haveRoom}.
     */
    int nextNumber() {
        do {
            last = last == 0 || last > LAST - 2 ? client ? 1 : 2 : last + 2;
        } while (table.find(last) >= 0);
        return last;
    }

    int begin(int type, int kind, @Nullable ByteBuffer metadata, ByteBuffer data, StreamListener listener) {
        int stream = nextNumber();
        table.add(stream, kind | OUT_DONE, listener);
        ours++;
        sender.message(stream, type, 0, 0, metadata, data);
        return stream;
    }

    int begin(
            int kind,
            @Nullable ByteBuffer metadata,
            ByteBuffer data,
            boolean complete,
            long initial,
            StreamListener listener) {
        checkDemand(initial);
        int stream = nextNumber();
        boolean channel = kind == CHANNEL;
        int place = table.add(stream, !channel || complete ? kind | OUT_DONE : kind, listener);
        ours++;
        int said = initial < Extras.ENDLESS ? (int) Math.min(initial, MOST) : WITHOUT_END;
        table.addDemand(place, said);
        if (said < initial) {
            owe(stream, place, initial - said);
        }
        sender.message(
                stream,
                channel ? FrameType.REQUEST_CHANNEL : FrameType.REQUEST_STREAM,
                channel && complete ? FrameType.COMPLETE : 0,
                said,
                metadata,
                data);
        return stream;
    }

    // ------------------------------------------------------------ what is sent

    boolean wants(int stream) {
        int place = table.find(stream);
        return place >= 0 && wantsAt(place);
    }

    long credit(int stream) {
        int place = table.find(stream);
        return place < 0 || table.is(place, OUT_DONE) ? 0 : table.credit(place);
    }

    private boolean wantsAt(int place) {
        if (table.is(place, OUT_DONE) || table.credit(place) == 0) {
            return false;
        }
        if (sender.isWritable()) {
            return true;
        }
        table.set(place, WAITING);
        return false;
    }

    boolean next(int stream, @Nullable ByteBuffer metadata, ByteBuffer data) {
        int place = wanted(stream);
        if (place < 0) {
            return false;
        }
        if (table.kind(place) == RESPONSE) {
            last(stream, metadata, data);
            return false;
        }
        table.addCredit(place, -1);
        sender.payload(stream, FrameType.NEXT, metadata, data);
        return wantsAt(place);
    }

    void last(int stream, @Nullable ByteBuffer metadata, ByteBuffer data) {
        if (wanted(stream) >= 0) {
            sender.payload(stream, FrameType.NEXT | FrameType.COMPLETE, metadata, data);
            end(stream, OUT_DONE);
        }
    }

    private int wanted(int stream) {
        int place = table.find(stream);
        if (place < 0 || table.is(place, OUT_DONE)) {
            return -1;
        }
        if (!wantsAt(place)) {
            throw new IllegalStateException("stream " + stream
                    + " takes no payload now: ask wants(..) before, and go on when it is demanded(..)");
        }
        return place;
    }

    void complete(int stream) {
        int place = table.find(stream);
        if (place >= 0 && !table.is(place, OUT_DONE)) {
            sender.complete(stream);
            end(stream, OUT_DONE);
        }
    }

    void error(int stream, int code, @Nullable String message) {
        int place = table.find(stream);
        if (place < 0) {
            return;
        }
        if (isOurs(stream) && table.kind(place) != CHANNEL) {
            sender.cancel(stream);
        } else if (table.kind(place) != FORGET) {
            sender.error(stream, code, message);
        } else {
            drop(String.valueOf(message));
        }
        remove(stream);
    }

    void request(int stream, long count) {
        checkDemand(count);
        int place = table.find(stream);
        if (place < 0 || table.is(place, IN_DONE) || table.kind(place) == RESPONSE) {
            return;
        }
        int room = table.is(place, INSATIABLE) ? 0 : MOST - table.demand(place);
        int said = (int) Math.min(room, count);
        if (said < count) {
            owe(stream, place, count - said);
        }
        demand(stream, place, said);
    }

    /** Keeps what can't be said now: of most it is without end, and the flag alone says so. */
    private void owe(int stream, int place, long count) {
        boolean counted = isCounted(stream);
        if (counted || (count < Extras.ENDLESS && !table.is(place, INSATIABLE))) {
            extras().addDemand(stream, count);
        }
        table.set(place, INSATIABLE);
    }

    private boolean isCounted(int stream) {
        return extras != null && extras.hasDemand(stream);
    }

    private void demand(int stream, int place, int count) {
        if (count > 0) {
            table.addDemand(place, count);
            sender.requestN(stream, count);
        }
    }

    /** A payload has come: says more of what was demanded, if that was too much to be said at once. */
    void replenish(int stream, int place) {
        if (table.demand(place) <= MOST / 2) {
            int room = MOST - table.demand(place);
            boolean counted = isCounted(stream);
            demand(stream, place, counted ? extras().takeDemand(stream, room) : room);
            if (counted && !isCounted(stream)) {
                table.clear(place, INSATIABLE);
            }
        }
    }

    private static void checkDemand(long count) {
        if (count <= 0) {
            throw new IllegalArgumentException("a demand is positive, not " + count);
        }
    }

    void cancel(int stream) {
        int place = table.find(stream);
        if (place < 0) {
            return;
        }
        if (isOurs(stream)) {
            sender.cancel(stream);
            remove(stream);
        } else if (!table.is(place, IN_DONE)) {
            sender.cancel(stream);
            forgetExtras(stream, place);
            table.clear(place, ASSEMBLING);
            end(stream, IN_DONE);
        }
    }

    // ------------------------------------------------------------ how streams end

    /** One direction has ended. */
    void end(int stream, int direction) {
        int place = table.find(stream);
        if (place >= 0) {
            table.set(place, direction);
            if (table.is(place, IN_DONE) && table.is(place, OUT_DONE)) {
                int kept = ending;
                remove(stream);
                ending = kept; // which is no failure
            }
        }
    }

    /** Forgets a stream; gives who hears of it. */
    @Nullable
    StreamListener remove(int stream) {
        int place = table.find(stream);
        if (place < 0) {
            return null;
        }
        ending = ending == stream ? 0 : ending;
        StreamListener listener = table.listener(place);
        forgetExtras(stream, place);
        table.remove(place);
        Holder.forget(listener);
        if (isOurs(stream)) {
            ours--;
        }
        return listener;
    }

    private void forgetExtras(int stream, int place) {
        if (extras != null && (table.is(place, ASSEMBLING) || table.is(place, INSATIABLE))) {
            extras.forget(stream);
        }
    }

    /** All streams fail. */
    void fail(RSocketException failure) {
        for (int stream : table.ids()) {
            StreamListener listener = remove(stream);
            if (listener != null) {
                guarded(stream, () -> listener.failed(connection, stream, failure));
            }
        }
    }

    /** One stream fails since the peer broke the rules, which it is told. */
    void refuse(int stream, String why) {
        int place = table.find(stream);
        StreamListener listener = place < 0 ? null : table.listener(place);
        error(stream, RSocketException.Invalid.CODE, why);
        if (listener != null) {
            guarded(stream, () -> listener.failed(connection, stream, new RSocketException.Invalid(why)));
        }
    }

    // ------------------------------------------------------------ who hears of it

    /** Says that payloads may be sent, if that is so. */
    void tellDemand(int stream) {
        int place = table.find(stream);
        if (place >= 0 && wantsAt(place)) {
            table.clear(place, WAITING);
            StreamListener listener = table.listener(place);
            if (listener != null) {
                try {
                    listener.demanded(connection, stream);
                } catch (Throwable thrown) {
                    threw(stream, thrown);
                }
            }
        }
    }

    /** The connection takes more. */
    void writable() {
        if (table.waiting() == 0) {
            return;
        }
        for (int stream : table.ids(turn, WAITING)) {
            if (!sender.isWritable()) {
                return;
            }
            int place = table.find(stream);
            if (place >= 0 && table.is(place, WAITING)) {
                turn = place + 1; // where the next round goes on, so that all have their turn
                tellDemand(stream);
            }
        }
    }

    private void guarded(int stream, Runnable call) {
        try {
            call.run();
        } catch (Throwable thrown) {
            threw(stream, thrown);
        }
    }

    /** A listener is broken, so its stream is. */
    void threw(int stream, Throwable thrown) {
        Log.error("a listener of RSocket stream " + stream + " failed, and so does the stream", thrown);
        error(stream, RSocketException.ApplicationError.CODE, "internal error");
    }
}
