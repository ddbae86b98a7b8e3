package dev.weir.net.http.client.call;

import dev.weir.Context;
import java.net.URI;
import java.time.Duration;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for.
 *
 * @param fields name, value, name, value …, checked, without those that go with the connection and the content
 * @param trailers gives the fields behind the content when it has been sent; null if none follow
 * @param interims takes the fields and the status of each response before the last one, but 100
 * @param expectsContinue whether the content waits for the server's leave
 * @param inflates whether a compressed response is decoded
 * @param endless whether the response has no end of its own, so that nobody who waits for its end would see it
 * @param stallTimeout how long nothing may come of a body that is waited for, or be taken of one that is sent
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Call(
        String method,
        Url url,
        String[] fields,
        Payload content,
        @Nullable Supplier<String[]> trailers,
        ObjIntConsumer<String[]> interims,
        boolean expectsContinue,
        boolean inflates,
        boolean endless,
        Duration stallTimeout) {
    /** The same with what the content has turned out to be. */
    public Call with(Payload measured) {
        boolean expects = expectsContinue && measured.length() != 0;
        var following = measured.length() == 0 ? null : trailers;
        return new Call(method, url, fields, measured, following, interims, expects, inflates, endless, stallTimeout);
    }

    /** The same whose content, if it comes as a stream, sees the context. */
    public Call seeing(Context context) {
        return content instanceof Payload.Stream stream ? with(stream.seeing(context)) : this;
    }

    /** The same for a server that meets no expectations. */
    public Call withoutExpectation() {
        return new Call(method, url, fields, content, trailers, interims, false, inflates, endless, stallTimeout);
    }

    /** What the server is asked for, as it is sent. */
    public String target() {
        return isOfServer() ? "*" : url.target();
    }

    /** The same as a proxy wants it, the last of which makes a star of what has no path (RFC 9112 section 3.2.4). */
    public String absolute() {
        return url.scheme() + "://" + url.authority() + (isOfServer() ? "" : url.target());
    }

    private boolean isOfServer() {
        URI uri = url.uri();
        return method.equals("OPTIONS") && uri.getRawPath().isEmpty() && uri.getRawQuery() == null;
    }

    @Override
    public String toString() {
        return method + " " + url.brief();
    }
}
