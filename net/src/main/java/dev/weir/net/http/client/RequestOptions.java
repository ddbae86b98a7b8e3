package dev.weir.net.http.client;

import dev.weir.Retry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a request is sent; each is explained at the method of {@link ClientRequest} of the same name.
 *
 * @param endless whether its response has no end of its own
 * @param forwarded whether it is somebody else's, so nothing of the client's own is added
 */
record RequestOptions(
        @Nullable Duration timeout,
        @Nullable Duration tryTimeout,
        Duration stallTimeout,
        int maxBody,
        boolean followRedirects,
        boolean expectContinue,
        @Nullable Retry retry,
        boolean endless,
        boolean forwarded) {
    RequestOptions withTimeout(Duration limit) {
        return new RequestOptions(
                limit, tryTimeout, stallTimeout, maxBody, followRedirects, expectContinue, retry, endless, forwarded);
    }

    RequestOptions withTryTimeout(Duration limit) {
        return new RequestOptions(
                timeout, limit, stallTimeout, maxBody, followRedirects, expectContinue, retry, endless, forwarded);
    }

    RequestOptions withStallTimeout(Duration limit) {
        return new RequestOptions(
                timeout, tryTimeout, limit, maxBody, followRedirects, expectContinue, retry, endless, forwarded);
    }

    RequestOptions withMaxBody(int bytes) {
        return new RequestOptions(
                timeout, tryTimeout, stallTimeout, bytes, followRedirects, expectContinue, retry, endless, forwarded);
    }

    RequestOptions withFollowRedirects(boolean follow) {
        return new RequestOptions(
                timeout, tryTimeout, stallTimeout, maxBody, follow, expectContinue, retry, endless, forwarded);
    }

    RequestOptions withExpectContinue() {
        return new RequestOptions(
                timeout, tryTimeout, stallTimeout, maxBody, followRedirects, true, retry, endless, forwarded);
    }

    RequestOptions withRetry(@Nullable Retry newRetry) {
        return new RequestOptions(
                timeout,
                tryTimeout,
                stallTimeout,
                maxBody,
                followRedirects,
                expectContinue,
                newRetry,
                endless,
                forwarded);
    }

    RequestOptions asEndless() {
        return new RequestOptions(
                timeout, tryTimeout, stallTimeout, maxBody, followRedirects, expectContinue, retry, true, forwarded);
    }

    RequestOptions asForwarded() {
        return new RequestOptions(
                timeout, tryTimeout, stallTimeout, maxBody, false, expectContinue, retry, endless, true);
    }
}
