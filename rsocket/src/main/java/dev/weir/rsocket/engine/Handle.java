package dev.weir.rsocket.engine;

import dev.weir.Clock;
import dev.weir.net.link.Link;
import dev.weir.rsocket.Lease;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.StreamListener;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the application has of a session. */
final class Handle implements LoopConnection {
    private final Session session;
    private final Link link;
    private final Sender sender;
    private final Streams streams;
    private final Limits limits;
    private @Nullable Holding holding; // once it is needed
    private boolean paused;

    Handle(Session session, Link link, Sender sender, Limits limits, boolean client) {
        this.session = session;
        this.link = link;
        this.sender = sender;
        this.limits = limits;
        this.streams = new Streams(this, sender, limits, client);
    }

    Streams ownStreams() {
        return streams;
    }

    Holding holding() {
        Holding made = holding;
        if (made == null) {
            made = new Holding(link, limits);
            holding = made;
        }
        return made;
    }

    @Nullable
    Holding heldSoFar() {
        return holding;
    }

    @Override
    public Setup setup() {
        return session.setup();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return link.remoteAddress();
    }

    @Override
    public Clock clock() {
        return link.clock();
    }

    @Override
    public boolean post(Runnable task) {
        return link.post(task);
    }

    @Override
    public int streams() {
        return streams.table.size();
    }

    @Override
    public boolean isOpen() {
        return session.isOpen();
    }

    @Override
    public boolean isWritable() {
        return session.isWritable();
    }

    @Override
    public int leased() {
        Leases agreed = session.leases();
        return agreed == null ? Integer.MAX_VALUE : agreed.left(clock().nanoTime());
    }

    @Override
    public void lease(Duration timeToLive, int requests) {
        Leases agreed = session.leases();
        if (agreed == null) {
            throw new IllegalStateException(
                    "there are no leases on this connection: it was set up without, or is closed");
        }
        agreed.grant(new Lease(timeToLive, requests), clock().nanoTime());
    }

    @Override
    public int requestResponse(@Nullable ByteBuffer metadata, ByteBuffer data, StreamListener listener) {
        return session.begins()
                ? streams.begin(FrameType.REQUEST_RESPONSE, StreamTable.RESPONSE, metadata, data, listener)
                : 0;
    }

    @Override
    public int requestStream(@Nullable ByteBuffer metadata, ByteBuffer data, long initial, StreamListener listener) {
        return session.begins() ? streams.begin(StreamTable.STREAM, metadata, data, false, initial, listener) : 0;
    }

    @Override
    public int requestChannel(
            @Nullable ByteBuffer metadata, ByteBuffer data, boolean complete, long initial, StreamListener listener) {
        return session.begins() ? streams.begin(StreamTable.CHANNEL, metadata, data, complete, initial, listener) : 0;
    }

    @Override
    public boolean fireAndForget(@Nullable ByteBuffer metadata, ByteBuffer data) {
        boolean may = session.begins();
        if (may) {
            sender.message(streams.nextNumber(), FrameType.REQUEST_FNF, 0, 0, metadata, data);
        }
        return may;
    }

    @Override
    public boolean metadataPush(ByteBuffer metadata) {
        boolean may = isWritable();
        if (may) {
            sender.metadataPush(metadata);
        }
        return may;
    }

    @Override
    public boolean wants(int stream) {
        return streams.wants(stream);
    }

    @Override
    public long credit(int stream) {
        return streams.credit(stream);
    }

    @Override
    public boolean next(int stream, @Nullable ByteBuffer metadata, ByteBuffer data) {
        boolean more = streams.next(stream, metadata, data);
        if (!more) {
            session.settle();
        }
        return more;
    }

    @Override
    public void last(int stream, @Nullable ByteBuffer metadata, ByteBuffer data) {
        streams.last(stream, metadata, data);
        session.settle();
    }

    @Override
    public void complete(int stream) {
        streams.complete(stream);
        session.settle();
    }

    @Override
    public void error(int stream, int code, String message) {
        if (!Codes.isOfStream(code)) {
            throw new IllegalArgumentException("no stream ends by the code 0x" + Integer.toHexString(code)
                    + ": take one from 0x201 to 0x204, or your own from 0x301 on");
        }
        streams.error(stream, code, message);
        session.settle();
    }

    @Override
    public void request(int stream, long count) {
        streams.request(stream, count);
        session.settle();
    }

    @Override
    public void cancel(int stream) {
        streams.cancel(stream);
        session.settle();
    }

    /** Whether nothing is read, since the application wants that. */
    boolean isPaused() {
        return paused;
    }

    /** What comes is read from now on, unless the application does not want that. */
    void goOn() {
        if (!paused) {
            link.resume();
        }
    }

    @Override
    public void pause() {
        paused = true;
        link.pause();
    }

    @Override
    public void resume() {
        paused = false;
        if (!session.isAccepting()) { // until then nothing is read in any case
            link.resume();
        }
    }

    @Override
    public void drain() {
        session.drain();
    }

    @Override
    public void close(String reason) {
        session.close(reason);
    }
}
