package dev.weir.net.http.client;

import dev.weir.Retry;
import dev.weir.net.http.Headers;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a request is sent; each is explained at the method of {@link ClientRequest} of the same name. Not changed once it is in use. */
final class RequestOptions implements Cloneable {
    private static final int EARLY_HINTS = 103;

    @Nullable
    Duration timeout;

    @Nullable
    Duration tryTimeout;

    Duration stallTimeout;
    int maxBody;
    boolean followRedirects;
    boolean expectContinue;

    @Nullable
    Retry retry;

    @Nullable
    Supplier<Headers> trailers;

    ObjIntConsumer<Headers> onInterim = (fields, status) -> {};
    boolean endless; // its response has no end of its own
    boolean forwarded; // it is somebody else's, so nothing of the client's own is added

    RequestOptions(Duration stallTimeout, int maxBody, boolean followRedirects) {
        this.stallTimeout = stallTimeout;
        this.maxBody = maxBody;
        this.followRedirects = followRedirects;
    }

    /** Tells of hints; whoever was told of them before still is of all else. */
    void hints(Consumer<Headers> told) {
        ObjIntConsumer<Headers> others = onInterim;
        onInterim = (fields, status) -> {
            if (status == EARLY_HINTS) {
                told.accept(fields);
            } else {
                others.accept(fields, status);
            }
        };
    }

    /** These with a change. */
    RequestOptions with(Consumer<RequestOptions> change) {
        try {
            RequestOptions copy = (RequestOptions) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
