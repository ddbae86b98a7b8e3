package dev.weir.net.http.client;

import dev.weir.Retry;
import dev.weir.net.http.Headers;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a request is sent; each is explained at the method of {@link ClientRequest} of the same name. Not changed once it is in use. */
final class RequestOptions implements Cloneable {
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

    Consumer<Headers> onHints = hints -> {};
    boolean endless; // its response has no end of its own
    boolean forwarded; // it is somebody else's, so nothing of the client's own is added

    RequestOptions(Duration stallTimeout, int maxBody, boolean followRedirects) {
        this.stallTimeout = stallTimeout;
        this.maxBody = maxBody;
        this.followRedirects = followRedirects;
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
