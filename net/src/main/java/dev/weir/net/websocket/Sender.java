package dev.weir.net.websocket;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Outbound;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Progress;
import dev.weir.net.loop.Turn;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
    private static final int AT_A_TIME = 64 * 1024;

    private final Output out;
    private final LoopShare share;
    private final FrameWriter frames;
    private final WebSocketOptions options;
    private final @Nullable Deflation deflation;
    private final ArrayDeque<Queued> queue = new ArrayDeque<>();
    private final Map<Outbound<?>, Emitter<Void>> sends = new LinkedHashMap<>();
    private final Turn turn;
    private boolean pumping;
    private boolean over;
    private boolean truncated;
    private int waiting;
    private long accepted;

    Sender(Output out, LoopShare share, boolean server, Handshaken agreed, WebSocketOptions options) {
        this.out = out;
        this.share = share;
        this.frames = new FrameWriter(out, !server);
        this.options = options;
        this.turn = new CodingTurn(share.loop());
        this.deflation = agreed.deflate() == null ? null : agreed.deflate().deflation(server);
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
    private sealed interface Queued {}

    /** The end of a stream, all of which stands before it. */
    private record Completion(Emitter<Void> emitter) implements Queued {}

    /** The end of everything. */
    private record LastStep(Runnable action) implements Queued {}

    /** A message. */
    private static final class Outgoing implements Queued {
        final Message message;
        final @Nullable Emitter<Void> emitter; // of a send of this message alone
        byte[] plain = {};
        int taken; // of that, to be compressed

        @Nullable
        ByteArrayOutputStream coded; // as long as there is more to compress

        byte[] payload = {};
        boolean compressed;
        int written;
        boolean begun;
        boolean prepared;

        Outgoing(Message message, @Nullable Emitter<Void> emitter) {
            this.message = message;
            this.emitter = emitter;
        }
    }

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
        messages.withContext(context -> context.withClock(share.clock())).subscribe(outbound);
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

    /** The send's One was cancelled. */
    void stop(Emitter<Void> emitter) {
        sends.entrySet().removeIf(send -> {
            boolean found = send.getValue() == emitter;
            if (found) {
                send.getKey().cancel();
            }
            return found;
        });
    }

    void send(Message message, Emitter<Void> emitter) {
        if (over) {
            emitter.error(closed());
        } else if (!isWritable() && waiting >= options.maxWaitingSends) {
            emitter.error(new IllegalStateException(waiting
                    + " sends wait for a peer that does not keep up: wait for the end of each, send a stream instead,"
                    + " or raise maxWaitingSends(..)"));
        } else {
            waiting++;
            queue.add(new Outgoing(message, emitter));
            pump();
            out.flushSoon();
        }
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
            queue.add(new Outgoing(Message.binary(whole), null));
            pump();
        }
        out.flushSoon();
    }

    static IOException closed() {
        return new IOException("the WebSocket is closed");
    }

    private void offer(Message message) throws IOException {
        if (over) {
            throw closed();
        }
        queue.add(new Outgoing(message, null));
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
                if (!out.isWritable() || (!isUnwanted(message) && !prepare(message))) {
                    return false;
                }
                if (isUnwanted(message) || writeFrame(message)) {
                    queue.removeFirst();
                    done(message);
                }
            }
        }
        return true;
    }

    private static boolean isUnwanted(Outgoing message) {
        return !message.prepared && message.emitter != null && message.emitter.isCancelled();
    }

    private void done(Outgoing message) {
        if (message.emitter != null) {
            waiting--;
            message.emitter.complete();
        }
    }

    /** Writes the next frame of the message; true if it was the last. */
    private boolean writeFrame(Outgoing outgoing) {
        boolean isText = outgoing.message instanceof Message.Text;
        boolean first = !outgoing.begun;
        outgoing.begun = true;
        int length = Math.min(options.fragment, outgoing.payload.length - outgoing.written);
        boolean last = outgoing.written + length == outgoing.payload.length;
        int opcode = !first ? FrameWriter.CONTINUATION : isText ? FrameWriter.TEXT : FrameWriter.BINARY;
        frames.write(opcode, last, first && outgoing.compressed, outgoing.payload, outgoing.written, length);
        outgoing.written += length;
        return last;
    }

    /** Makes the payload, a part of it in each turn if it is compressed; false if there is more to do. */
    private boolean prepare(Outgoing outgoing) {
        Deflation deflater = deflation;
        if (!outgoing.prepared) {
            outgoing.prepared = true;
            outgoing.plain = bytes(outgoing.message);
            outgoing.compressed = deflater != null && deflater.suits(outgoing.plain.length);
            outgoing.payload = outgoing.plain;
            outgoing.coded = outgoing.compressed ? new ByteArrayOutputStream(outgoing.plain.length / 2) : null;
        }
        ByteArrayOutputStream coded = outgoing.coded;
        while (coded != null && deflater != null) {
            if (turn.rests()) {
                return false;
            }
            int length = Math.min(AT_A_TIME, outgoing.plain.length - outgoing.taken);
            boolean last = outgoing.taken + length == outgoing.plain.length;
            deflater.compress(outgoing.plain, outgoing.taken, length, last, coded);
            outgoing.taken += length;
            turn.worked(length);
            if (last) {
                outgoing.payload = Arrays.copyOf(coded.toByteArray(), coded.size() - Deflation.TAIL);
                outgoing.coded = null;
                return true;
            }
        }
        return true;
    }

    private static byte[] bytes(Message message) {
        return switch (message) {
            case Message.Text text -> text.text().getBytes(StandardCharsets.UTF_8);
            case Message.Binary binary -> binary.bytes();
        };
    }

    void control(int opcode, byte[] payload) {
        frames.control(opcode, payload);
        out.flushSoon();
    }

    /** The peer keeps up again. */
    void writable() {
        pump();
        out.flushSoon();
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
        for (Queued entry : left) {
            switch (entry) {
                case Outgoing message -> fail(message.emitter);
                case Completion end -> fail(end.emitter());
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
