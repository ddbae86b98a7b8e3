package dev.weir.net.http.client.line;

import dev.weir.Cancellable;
import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.FailureMaker;
import dev.weir.net.http.client.call.Repeat;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.StatusHead;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Told;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One request on one connection, and its response. What is not said to be for any thread is for the event loop. */
public final class Exchange {
    /*
     * Over means: the line is somebody else's. That is so when the whole body has been taken off the wire, so a
     * reader may still have some of it before it, inflated or not, and is held then; when the exchange failed; or was given up.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http.client");
    private static final int MOST_INTERIM = 32;
    private static final int CONTINUE = 100;

    private final Call call;
    private final CallLimits limits;
    private final FailureMaker failures;
    private final boolean fresh;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    private volatile @Nullable Finder finder;
    private @Nullable Connection connection; // for the finder
    private volatile @Nullable Line line;
    private @Nullable Asking sending;
    private @Nullable Receiving receiving;
    private boolean reused;
    private int interims;
    private volatile boolean over;
    private volatile boolean unwanted;
    private volatile @Nullable RuntimeException overdue;
    private volatile @Nullable Cancellable timer;

    /**
     * An exchange that has not begun.
     *
     * @param fresh whether it is to have a connection that has served nobody before
     */
    public Exchange(Call call, CallLimits limits, FailureMaker failures, boolean fresh) {
        this.call = call;
        this.limits = limits;
        this.failures = failures;
        this.fresh = fresh;
    }

    // ------------------------------------------------------------ on any thread

    Call call() {
        return call;
    }

    CallLimits limits() {
        return limits;
    }

    public boolean isFresh() {
        return fresh;
    }

    /** Its end; never comes if the exchange was released before. */
    public CompletableFuture<Answer> answer() {
        return answer;
    }

    /** Who looks for a connection. */
    public void finder(Finder newFinder) {
        finder = newFinder;
    }

    /** The connection that the finder has found; its own to read and write. */
    public @Nullable Connection connection() {
        return connection;
    }

    public void connection(@Nullable Connection newConnection) {
        connection = newConnection;
    }

    boolean isOver() {
        return over;
    }

    /** Whether the response is there, and nobody has begun to read it. */
    boolean isUnread() {
        Receiving half = receiving;
        return !over && half != null && half.isUnread();
    }

    /** Whether it need not be begun. */
    public boolean isUnwanted() {
        return unwanted || over;
    }

    /** Fails what has no line yet. */
    public void refuse(RuntimeException why) {
        over();
        answer.completeExceptionally(why);
    }

    /** Whether its response has no end of its own. */
    public boolean isEndless() {
        return call.endless();
    }

    /** Nobody wants it any longer. */
    public void cancel() {
        unwanted = true;
        Finder current = finder;
        Line carrier = line;
        if (carrier != null && carrier.loop().inEventLoop()) {
            release(); // at once, so that whatever comes next may have the connection
        } else if (!over && current != null) {
            current.cancel(this);
        } else if (carrier != null && isHeld()) {
            var _ = EventLoops.queue(carrier.loop(), this::release);
        }
    }

    /** It takes too long: fails what is waited for, the answer at once. */
    void expire(Duration limit) {
        RuntimeException late = late(limit);
        overdue = late;
        Finder current = finder;
        Line carrier = line;
        answer.completeExceptionally(late); // before the connection, which can take its time, is left
        if (current == null) {
            over();
        } else if (!over) {
            current.expire(this, late);
        } else if (carrier != null && isHeld()) {
            var _ = EventLoops.queue(carrier.loop(), () -> fail(late));
        }
    }

    /** What it is to fail with if it took too long before anybody looked for a connection, else null. */
    public @Nullable RuntimeException overdue() {
        return overdue;
    }

    RuntimeException late(Duration limit) {
        return failure(Trouble.DEADLINE, "not done within " + Told.duration(limit) + " (the request's withTimeout)");
    }

    /** What to cancel when it is over. */
    void timer(Cancellable newTimer) {
        timer = newTimer;
        settle();
    }

    private void over() {
        over = true;
        settle();
    }

    /** Once it is over its time does not run any longer, unless it is held. */
    void settle() {
        Cancellable current = timer;
        if (current != null && over && !isHeld()) {
            current.cancel();
        }
    }

    private boolean isHeld() {
        Receiving half = receiving;
        return half != null && half.isHolding();
    }

    /** A failure of this exchange, to be told to whoever waits. */
    public RuntimeException failure(Trouble trouble, String what) {
        return failure(trouble, what, null);
    }

    /** As above, with what caused it if that is known. */
    public RuntimeException failure(Trouble trouble, String what, @Nullable Throwable cause) {
        return failures.of(trouble, call + ": " + what, cause, Repeat.NEVER);
    }

    /** The failure of what there is no memory for. */
    public RuntimeException full() {
        return failure(Trouble.MEMORY, "all connections hold as much in memory as they may (setting: maxHeldBytes)");
    }

    /** The failure of what the client does no more. */
    public RuntimeException shutDown() {
        return failure(Trouble.SHUT_DOWN, "the client is closed");
    }

    // ------------------------------------------------------------ on the event loop

    /**
     * Sends the request.
     *
     * @param onUsedLine whether the connection has served others before
     */
    void begin(Line newLine, boolean onUsedLine) {
        line = newLine;
        reused = onUsedLine;
        receiving = new Receiving(this, newLine);
        Asking half = new Asking(newLine, call, this::unsendable);
        sending = half;
        half.begin();
    }

    private void unsendable(Throwable cause) {
        fail(failure(Trouble.BODY, "the stream that was to be sent failed: " + cause, cause));
    }

    /** A response that is not the last one; throws if it was not asked for, or there are too many. */
    void interim(StatusHead head) throws BadRequest {
        reachedServer();
        int status = head.status();
        if (status == 101 || ++interims > MOST_INTERIM) {
            throw new BadRequest(status + " was not asked for");
        }
        if (sending != null && status == CONTINUE) {
            sending.proceed();
        }
        try {
            if (status != CONTINUE) {
                call.interims().accept(head.fields(), status);
            }
        } catch (Throwable failure) {
            fail(failure(Trouble.BODY, "what was to be told of a " + status + " failed: " + failure, failure));
        }
    }

    /** The response's head has come. */
    void respond(StatusHead head, BodyDecoder decoder) {
        Receiving half = receiving;
        if (over || half == null) {
            return;
        }
        if (sending != null && !sending.isDone() && head.status() >= 300) {
            sending.stop(); // whatever is left of the request, nobody wants it
        }
        answer.complete(half.begin(head, decoder, limits));
    }

    /** Bytes of the body have come. */
    void drain() {
        if (receiving != null) {
            receiving.drain();
        }
    }

    /** Whether what has come is there for its reader, who does not take it. */
    boolean isLeft() {
        return receiving != null && !receiving.isResting();
    }

    /** The socket takes more. */
    void writable() {
        if (sending != null) {
            sending.writable();
        }
    }

    /** The request can't be sent any further; the response may still come. */
    void unwritable() {
        if (sending != null) {
            sending.stop();
        }
    }

    /** Nobody wants the response, or what is left of it. */
    public void release() {
        if (receiving != null) {
            receiving.release();
        }
    }

    /** All of the response has been taken off the wire. */
    void taken() {
        Line current = line;
        if (over || current == null || sending == null) {
            return;
        }
        over();
        boolean sent = sending.isDone();
        sending.stop();
        current.done(sent);
    }

    /** Whether nobody has asked for any of the request's body. */
    boolean isUntouched() {
        return sending == null || sending.isUntouched();
    }

    /** Whether it is for the server that it goes on. */
    boolean isAwaited() {
        return receiving != null && receiving.isAwaited();
    }

    /** Ends it without telling anybody. */
    void giveUp() {
        Line current = line;
        if (over) {
            return;
        }
        over();
        if (sending != null) {
            sending.stop();
        }
        if (current != null) {
            current.abort();
        }
    }

    /** Ends it, and tells whoever waits. */
    public void fail(RuntimeException why) {
        if (over && !isHeld()) {
            return;
        }
        giveUp();
        if (receiving != null && receiving.hasBegun()) {
            receiving.fail(why);
        } else {
            answer.completeExceptionally(why);
        }
    }

    /** The client ends as soon as what runs has ended. */
    void windUp() {
        if (isEndless()) {
            fail(shutDown());
        }
    }

    /** Its connection is to be closed. What has come is kept for no reader if the client itself is: that would keep the loop running. */
    void kill() {
        if (isCutByUs()) {
            fail(shutDown());
        }
    }

    /** The server has had it: whatever becomes of it now, it was not left unseen on a connection that was used again. */
    void reachedServer() {
        reused = false;
    }

    /** The server will not even begin with it. */
    void refused(String how) {
        var repeat = isUntouched() ? Repeat.EVEN_A_STREAM : Repeat.ALWAYS;
        fail(failures.of(Trouble.CLOSED, call + ": " + how, null, repeat));
    }

    /**
     * The line will bring nothing more.
     *
     * @param whole whether what ends with it has ended properly
     */
    void gone(String how, boolean whole) {
        if (!over && receiving != null) {
            receiving.end(closed(how, receiving.hasBegun()), whole && !isCutByUs());
        }
    }

    private boolean isCutByUs() {
        Finder current = finder;
        return current != null && current.isKilled();
    }

    private RuntimeException closed(String how, boolean answered) {
        if (isCutByUs()) {
            return shutDown();
        }
        boolean again = reused && !answered && line != null && line.received().available() == 0;
        String when = answered ? " before the response was complete" : " before the response";
        var repeat = again ? Repeat.IF_IDEMPOTENT : Repeat.NEVER;
        return failures.of(Trouble.CLOSED, call + ": " + how + when, null, repeat);
    }

    /** Checks what takes too long. */
    void look(long now) {
        if (over || sending == null || receiving == null) {
            return;
        }
        sending.look(now, limits.continueTimeout());
        RuntimeException late = receiving.late(new Patience(limits, call.stallTimeout(), now), sending);
        if (late == null) {
            return;
        }
        if (isUnread()) {
            LOG.log(System.Logger.Level.WARNING, "a connection is closed: " + late.getMessage());
        }
        fail(late);
    }
}
