package dev.weir.lab.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** One direction of a connection of a {@link Relay}, and what is under way in it. */
final class Way implements AutoCloseable {
    /** Beyond it the sender has to wait, as it has where a wire is full. */
    static final int MOST = 1 << 20;

    private final SocketChannel from;
    private final SocketChannel to;
    private final SelectionKey key;
    private final Deque<Piece> underWay = new ArrayDeque<>();
    private Way back;
    private int bytes;
    private boolean ended;
    private boolean over;

    /** What was received at one time; no bytes at all are the end. */
    private record Piece(long due, ByteBuffer bytes) {}

    private Way(SocketChannel from, SocketChannel to, Selector selector) throws IOException {
        this.from = from;
        this.to = to;
        from.configureBlocking(false);
        this.key = from.register(selector, SelectionKey.OP_READ, this);
    }

    /** Both directions of a connection. */
    static List<Way> between(SocketChannel client, SocketChannel server, Selector selector) throws IOException {
        Way there = new Way(client, server, selector);
        Way back = new Way(server, client, selector);
        there.back = back;
        back.back = there;
        return List.of(there, back);
    }

    /** Takes what has come, which is due at that time. */
    void take(ByteBuffer buffer, long due) {
        try {
            int count = from.read(buffer.clear());
            if (count != 0) {
                buffer.flip();
                underWay.add(new Piece(
                        due, ByteBuffer.allocate(buffer.remaining()).put(buffer).flip()));
                bytes += Math.max(0, count);
                ended = count < 0;
                look();
            }
        } catch (IOException broken) {
            close();
        }
    }

    /** Passes on what is due by then. */
    void pass(long now) {
        try {
            boolean goesOn = true;
            while (goesOn && !underWay.isEmpty() && underWay.element().due() - now <= 0) {
                goesOn = pass(underWay.element().bytes());
            }
        } catch (IOException broken) {
            close();
        }
    }

    /** False if the receiver takes no more for now. */
    private boolean pass(ByteBuffer piece) throws IOException {
        if (piece.hasRemaining()) {
            bytes -= to.write(piece);
            if (piece.hasRemaining()) {
                return false;
            }
        } else {
            to.shutdownOutput();
            over = true;
        }
        underWay.remove();
        look();
        return true;
    }

    /** Receives as long as there is room, and more to come; closes what has ended on both sides. */
    private void look() {
        if (over && back.over) {
            close();
        } else if (key.isValid()) {
            key.interestOps(ended || bytes >= MOST ? 0 : SelectionKey.OP_READ);
        }
    }

    /** Nothing is under way. */
    boolean isIdle() {
        return underWay.isEmpty();
    }

    boolean isOver() {
        return over;
    }

    /** Closes both directions: a connection that breaks has none any more. */
    @Override
    public void close() {
        over = true;
        back.over = true;
        for (SocketChannel channel : List.of(from, to)) {
            try {
                channel.close();
            } catch (IOException gone) {
                // nobody is left to be told
            }
        }
    }
}
