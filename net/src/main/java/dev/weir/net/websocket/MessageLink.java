package dev.weir.net.websocket;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Emitter;
import dev.weir.net.link.Frame;
import dev.weir.net.link.Link;
import dev.weir.net.link.Speaker;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A WebSocket whose binary messages are frames. */
final class MessageLink implements Link, Flow.Subscriber<Message> {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketHandler socket;
    private final Sender sender;
    private final Consumer<@Nullable Throwable> end;
    private final Frame frame = new Frame(this::keep);
    private final Speaker speaker;
    private byte[] message = {};
    private Flow.@Nullable Subscription messages;
    private @Nullable Throwable failure;
    private @Nullable Message held; // it was demanded before the pause
    private boolean paused;
    private boolean asked;
    private boolean taking; // of one frame, so that there is no other inside of that
    private boolean over;
    private int unfinished;
    private volatile long partCameAt;

    MessageLink(
            SocketHandler socket,
            Sender sender,
            Function<? super Link, ? extends Speaker> speaker,
            Consumer<@Nullable Throwable> end) {
        this.socket = socket;
        this.sender = sender;
        this.end = end;
        this.partCameAt = socket.share().now();
        this.speaker = speaker.apply(this);
        socket.outcome().thenRun(this::ended);
    }

    /** Has a protocol spoken for somebody who waits for the end of the connection, or breaks it off. On any thread. */
    static void speak(SocketHandler socket, Function<? super Link, ? extends Speaker> speaker, Emitter<Void> end) {
        boolean runs = socket.onLoop(() -> {
            if (!end.isCancelled()) {
                begin(socket, speaker, end);
            }
        });
        if (!runs) {
            end.error(Sender.closed());
        }
    }

    private static void begin(
            SocketHandler socket, Function<? super Link, ? extends Speaker> speaker, Emitter<Void> end) {
        try {
            MessageLink begun = socket.speak(speaker, failure -> {
                if (failure == null) {
                    end.complete();
                } else if (!end.isCancelled()) {
                    end.error(failure);
                }
            });
            end.onEnd(() -> socket.onLoop(begun::cancel));
        } catch (Throwable failure) {
            end.error(failure);
        }
    }

    /** A message's array has nothing else. */
    private ByteBuffer keep(int from, int length) {
        return Frame.kept(message, from, length);
    }

    // ------------------------------------------------------------ for the speaker

    @Override
    public InetSocketAddress remoteAddress() {
        return socket.peer();
    }

    @Override
    public Clock clock() {
        return socket.share().clock();
    }

    @Override
    public long partCameAt() {
        return partCameAt;
    }

    @Override
    public boolean post(Runnable task) {
        return socket.onLoop(task);
    }

    @Override
    public void hold() {
        socket.share().hold();
    }

    @Override
    public void release() {
        socket.share().release();
    }

    @Override
    public Cancellable atShutdown(Runnable task) {
        return socket.share().atEnd(task);
    }

    @Override
    public void count(long more) {
        socket.share().held().add(more);
    }

    @Override
    public boolean isFull() {
        return socket.share().held().isFull();
    }

    @Override
    public boolean isWritable() {
        return sender.isWritable();
    }

    @Override
    public void send(byte[] head, int length) {
        sender.send(head, length, NOTHING);
    }

    @Override
    public void send(byte[] head, int length, ByteBuffer body) {
        sender.send(head, length, body);
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
        Message next = held;
        hold(null);
        if (next != null) {
            take(next);
        }
        ask();
    }

    private void hold(@Nullable Message next) {
        count(size(next) - size(held));
        held = next;
    }

    private static int size(@Nullable Message message) {
        return message instanceof Message.Binary binary ? binary.bytes().length : 0;
    }

    @Override
    public void close() {
        socket.close(new CloseReason(CloseReason.NORMAL, ""));
    }

    @Override
    public void abort() {
        socket.close(new CloseReason(CloseReason.INTERNAL_ERROR, ""));
    }

    // ------------------------------------------------------------ from the WebSocket

    private void ask() {
        Flow.Subscription source = messages;
        if (!paused && !asked && !over && !taking && source != null) {
            asked = true;
            source.request(1);
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        messages = subscription;
        ask();
    }

    @Override
    public void onNext(Message next) {
        asked = false;
        if (paused) {
            hold(next);
            return;
        }
        take(next);
        ask();
    }

    private void take(Message next) {
        taking = true;
        guarded(() -> {
            if (!(next instanceof Message.Binary binary)) {
                throw new WebSocketException(CloseReason.UNSUPPORTED, "a message of text came where bytes are spoken");
            }
            message = binary.bytes();
            frame.show(message, 0, message.length);
            speaker.frame(frame);
        });
        taking = false;
    }

    @Override
    public void onError(Throwable cause) {
        failure = failure == null ? cause : failure;
    }

    @Override
    public void onComplete() {
        // how it ends is known when the connection is closed
    }

    /** Of a message so many bytes have come: no more than before if what came is a frame of control, which any peer answers. */
    void holds(int bytes) {
        if (bytes != unfinished) {
            unfinished = bytes;
            partCameAt = socket.share().now();
        }
    }

    void writable() {
        guarded(speaker::writable);
    }

    void look(long now) {
        guarded(() -> speaker.look(now));
    }

    void shutdown() {
        guarded(speaker::drain);
    }

    /** Nobody wants it any more. */
    void cancel() {
        if (!over) {
            abort();
        }
    }

    private interface Guarded {
        void run() throws Exception;
    }

    private void guarded(Guarded call) {
        if (over) {
            return;
        }
        try {
            call.run();
        } catch (Throwable thrown) {
            onError(thrown);
            int code = thrown instanceof WebSocketException wrong ? wrong.code() : CloseReason.INTERNAL_ERROR;
            socket.close(new CloseReason(code, ""));
        }
    }

    private void ended() {
        if (over) {
            return;
        }
        over = true;
        hold(null);
        try {
            speaker.closed(failure);
        } finally {
            end.accept(failure);
        }
    }
}
