package dev.weir.net.websocket;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Outbound;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Progress;
import dev.weir.net.loop.Turn;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a WebSocket sends, on its event loop. */
final class Sender implements Progress {
    /*
     * Several sends may run; their messages alternate, each in one piece. A message goes out frame by frame while
     * the peer keeps up, so a large one takes 64 KiB of memory beside itself, and a ping needs not wait for all of
     * it. Messages that come meanwhile wait in `queue`: no send is asked for more while something waits there, so
     * that is at most one batch of each. The Close stands in the same line, unless the peer can't be talked to.
     */
    private final Output out;
    private final LoopShare share;
    private final FrameWriter frames;
    private final WebSocketOptions options;
    private final @Nullable Deflation deflation;
    private final ArrayDeque<Queued> queue = new ArrayDeque<>();
    private final Map<Outbound<?>, Emitter<Void>> sends = new LinkedHashMap<>();
    private final Way way;
    private final Runnable broken;
    private Runnable room = () -> {};
    private boolean pumping;
    private boolean over;
    private boolean truncated;
    private int waiting;
    private boolean areUnwanted; // maybe, some of those that wait
    private long accepted;

    /**
     * Begins to send.
     *
     * @param broken called when the peer waits for the rest of a message that will not come
     */
    Sender(Output out, LoopShare share, boolean server, Handshaken agreed, WebSocketOptions options, Runnable broken) {
        this.broken = broken;
        this.out = out;
        this.share = share;
        this.frames = new FrameWriter(out, !server);
        this.options = options;
        this.deflation = agreed.deflate() == null ? null : agreed.deflate().deflation(server);
        this.way = new Way(out, frames, options.fragment, deflation, new CodingTurn(share.loop()));
    }

    private final class CodingTurn extends Turn {
        CodingTurn(EventLoop loop) {
            super(loop);
        }

        @Override
        protected void goOn() {
            writable();
        }
    }

    /** What waits in line. */
    sealed interface Queued permits Completion, LastStep, Outgoing, Streaming {}

    /** The end of a stream, all of which stands before it. */
    record Completion(Emitter<Void> emitter) implements Queued {}

    /** The end of everything. */
    record LastStep(Runnable action) implements Queued {}

    /**
     * How frames are written.
     *
     * @param fragment so many bytes of a message at most are a frame
     * @param deflation compresses, if it was agreed on
     */
    record Way(
            Output out,
            FrameWriter frames,
            int fragment,
            @Nullable Deflation deflation,
            Turn turn) {}

    @Override
    public boolean isWritable() {
        return queue.isEmpty() && out.isWritable();
    }

    @Override
    public long total() {
        return accepted;
    }

    void send(Many<Message> messages, Emitter<Void> emitter) {
        if (over) {
            emitter.error(closed());
            return;
        }
        Outbound<Message> outbound = newOutbound(emitter);
        sends.put(outbound, emitter);
        emitter.onEnd(() -> share.run(() -> stop(outbound))); // at once if it was cancelled already
        messages.withContext(_ -> emitter.context().withClock(share.clock())).subscribe(outbound);
    }

    private Outbound<Message> newOutbound(Emitter<Void> emitter) {
        return new Outbound<>(share.loop(), out, this, (message, to) -> offer(message), failure -> {
            sends.values().remove(emitter);
            if (failure != null) {
                emitter.error(failure);
            } else if (truncated) {
                emitter.error(closed());
            } else {
                queue.add(new Completion(emitter));
                pump();
            }
        });
    }

    /** Nobody waits for the send any more: it is over, or was cancelled. */
    private void stop(Outbound<?> outbound) {
        if (sends.remove(outbound) != null) {
            outbound.cancel();
        }
    }

    void send(Message message, Emitter<Void> emitter) {
        if (over) {
            emitter.error(closed());
        } else if (isFull()) {
            emitter.error(full());
        } else {
            waiting++;
            Outgoing outgoing = new Outgoing(message, emitter, way);
            queue.add(outgoing);
            pump();
            if (!queue.isEmpty()) { // else it is written
                emitter.onEnd(() -> share.run(() -> areUnwanted |= outgoing.isUnwanted()));
            }
            out.flushSoon();
        }
    }

    /** Sends a message in pieces. */
    void send(MessageStream message, Emitter<Void> emitter) {
        if (over) {
            emitter.error(closed());
        } else if (isFull()) {
            emitter.error(full());
        } else {
            waiting++;
            Streaming streaming = new Streaming(message, emitter, way, share, this::pump);
            queue.add(streaming);
            emitter.onEnd(() -> share.run(() -> drop(streaming)));
            pump();
            out.flushSoon();
        }
    }

    /** Nothing more of it comes: whatever stands behind it can't be sent either, if the peer waits for the rest. */
    private void drop(Streaming streaming) {
        if (!queue.remove(streaming)) {
            return; // all of it is sent, or given up
        }
        waiting--;
        streaming.cancel();
        if (streaming.hasBegun()) {
            over = true;
            List<Queued> behind = List.copyOf(queue);
            queue.removeIf(entry -> !(entry instanceof LastStep));
            giveUp(behind);
            broken.run();
        }
        writable();
    }

    /** Sends a binary message that is put together of two, unless nothing is sent any more. */
    void send(byte[] head, int length, ByteBuffer body) {
        if (over) {
            return;
        }
        int size = length + body.remaining();
        boolean asItIs = queue.isEmpty() && size <= options.fragment && (deflation == null || !deflation.suits(size));
        if (asItIs) {
            frames.write(head, length, body);
        } else {
            byte[] whole = Arrays.copyOf(head, size);
            body.get(body.position(), whole, length, body.remaining());
            queue.add(new Outgoing(Message.binary(whole), null, way));
            pump();
        }
        out.flushSoon();
    }

    private boolean isFull() {
        if (areUnwanted && !isWritable() && waiting >= options.maxWaitingSends) {
            areUnwanted = false;
            int before = queue.size();
            queue.removeIf(entry -> entry instanceof Outgoing message && message.isUnwanted());
            waiting -= before - queue.size();
        }
        return !isWritable() && waiting >= options.maxWaitingSends;
    }

    private IllegalStateException full() {
        return new IllegalStateException(waiting
                + " sends wait for a peer that does not keep up: wait for the end of each, send a stream instead,"
                + " or raise maxWaitingSends(..)");
    }

    static IOException closed() {
        return new IOException("the WebSocket is closed");
    }

    private void offer(Message message) throws IOException {
        if (over) {
            throw closed();
        }
        queue.add(new Outgoing(message, null, way));
        accepted += size(message);
        pump();
    }

    private static long size(Message message) {
        return switch (message) {
            case Message.Text text -> text.text().length();
            case Message.Binary binary -> binary.bytes().length;
        };
    }

    /** Writes what waits as far as the peer keeps up. */
    private void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        while (!queue.isEmpty() && step(queue.getFirst())) {
            // one frame a step
        }
        pumping = false;
    }

    private boolean step(Queued first) {
        switch (first) {
            case Completion end -> {
                queue.removeFirst();
                end.emitter().complete();
            }
            case LastStep rest -> {
                queue.removeFirst();
                rest.action().run();
            }
            case Outgoing message -> {
                if (!out.isWritable() || (!message.isUnwanted() && !message.prepare())) {
                    return false;
                }
                if (message.isUnwanted() || message.writeFrame()) {
                    queue.removeFirst();
                    done(message.emitter());
                }
            }
            case Streaming streaming -> {
                return out.isWritable() && !way.turn().rests() && goOn(streaming);
            }
        }
        return true;
    }

    private void done(@Nullable Emitter<Void> emitter) {
        if (emitter != null) {
            waiting--;
            emitter.complete();
        }
    }

    /** Writes a frame if there is something to write, or can be made. */
    private boolean goOn(Streaming streaming) {
        if (!streaming.isReady()) {
            streaming.pull();
            return streaming != queue.peek() || streaming.isReady();
        }
        if (streaming.writeFrame()) {
            queue.removeFirst();
            done(streaming.emitter());
            pullAll(); // nobody was asked meanwhile
        }
        return true;
    }

    void control(int opcode, byte[] payload) {
        frames.control(opcode, payload);
        out.flushSoon();
    }

    /** Has one told when there is room again who sends without being asked. */
    void tell(Runnable whenWritable) {
        room = whenWritable;
    }

    /** The peer keeps up again, or what waited for its turn to be compressed has had it. */
    void writable() {
        pump();
        out.flushSoon();
        pullAll();
        if (isWritable()) {
            room.run();
        }
    }

    private void pullAll() {
        for (Outbound<?> send : List.copyOf(sends.keySet())) {
            send.pull(); // it asks isWritable() itself
        }
    }

    /** Takes nothing more, and does the rest when what waits is written. */
    void finish(Runnable rest) {
        over = true;
        endSends();
        queue.add(new LastStep(rest));
        pump();
        out.flushSoon();
    }

    /**
     * Takes nothing more and gives up what waits. Streams see it when they emit, or at the release: one that ends
     * before that has sent all it had, unless something of it waited.
     */
    void end() {
        over = true;
        truncated |= !queue.isEmpty();
        List<Queued> left = List.copyOf(queue);
        queue.clear();
        giveUp(left);
    }

    private static void giveUp(List<Queued> entries) {
        for (Queued entry : entries) {
            switch (entry) {
                case Outgoing message -> fail(message.emitter());
                case Completion end -> fail(end.emitter());
                case Streaming streaming -> {
                    streaming.cancel();
                    fail(streaming.emitter());
                }
                case LastStep rest -> {}
            }
        }
    }

    private static void fail(@Nullable Emitter<Void> emitter) {
        if (emitter != null) {
            emitter.error(closed());
        }
    }

    private void endSends() {
        Map<Outbound<?>, Emitter<Void>> running = new LinkedHashMap<>(sends);
        sends.clear();
        running.forEach((outbound, emitter) -> {
            outbound.cancel();
            emitter.error(closed());
        });
    }

    void release() {
        end();
        endSends();
        if (deflation != null) {
            deflation.end();
        }
    }
}
