package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Compresses responses in the way that the client likes best: brotli if brotli4j is there, zstd if zstd-jni is, gzip,
 * deflate. A body that streams is compressed as it goes and flushed once a batch, so nothing waits for the next item;
 * for as long it takes memory outside the heap, 264 KiB by gzip, up to 1.9 MiB by brotli, 0.8 MiB by zstd, which counts for the
 * server's {@code maxHeldBytes}.
 *
 * <p>Left alone: bodies of less than 1 KiB, types that do not gain by it, event streams, answers to {@code Range},
 * responses with {@code Content-Encoding} or {@code Cache-Control: no-transform}. What is compressed has a strong
 * {@code ETag} of its own, {@code "v1-gzip"} for {@code "v1"}; in {@code If-Match} and {@code If-None-Match} what is
 * behind the filter sees it as its own again. No range goes with parts of a compressed form. Beware of secrets in a page that
 * repeats what the request said: their compressed size gives them away (BREACH).
 */
@CheckReturnValue
public final class Compression implements Filter {
    private static final Set<String> TYPES = Set.of(
            "application/javascript",
            "application/json",
            "application/manifest+json",
            "application/wasm",
            "application/x-javascript",
            "application/x-ndjson",
            "application/xml",
            "image/svg+xml",
            "image/x-icon");

    private final int smallest;
    private final boolean events;
    private final Predicate<? super String> types;

    private Compression(int smallest, boolean events, Predicate<? super String> types) {
        this.smallest = smallest;
        this.events = events;
        this.types = types;
    }

    /** Compresses text and the like. */
    public static Compression create() {
        return new Compression(1024, false, Compression::isText);
    }

    /** Bodies that are known to be smaller are left alone: 1 KiB. */
    public Compression withSmallest(int bytes) {
        return new Compression(bytes, events, types);
    }

    /** Compresses event streams, too; each of their batches costs some bytes more, and each client the memory that is said above. */
    public Compression withEventStreams() {
        return new Compression(smallest, true, types);
    }

    /** Compresses these media types, which come in lower case and without parameters, instead of text and the like. */
    public Compression withTypes(Predicate<? super String> newTypes) {
        return new Compression(smallest, events, Objects.requireNonNull(newTypes, "types"));
    }

    private static boolean isText(String type) {
        return type.startsWith("text/") || type.endsWith("+json") || type.endsWith("+xml") || TYPES.contains(type);
    }

    @Override
    public One<Response> filter(Request request, Handler next) throws Exception {
        Request inward = Tags.inward(request);
        return next.handle(inward).map(response -> compressed(request, inward, response.encoded(request)));
    }

    private Response compressed(Request request, Request inward, Response response) {
        if (!isWorthIt(response)) {
            return Tags.outward(request, inward, response);
        }
        Response varying = response.withVary("Accept-Encoding");
        boolean cut = response.length() >= 0 && inward.headers().has("range");
        Codings.Named best = cut ? null : Tags.best(inward.headers());
        return best == null
                ? Tags.outward(request, inward, varying)
                : varying.withoutHeader("Accept-Ranges").withCoding(best.name(), best.coding());
    }

    private boolean isWorthIt(Response response) {
        int status = response.status();
        boolean small = response.length() >= 0 && response.length() < smallest;
        if (small
                || status < 200
                || status == 204
                || status == 205
                || status == 206
                || status == 304
                || response.headers().has("Content-Encoding")) {
            return false;
        }
        String control = String.join(",", response.headers().all("Cache-Control"));
        if (control.toLowerCase(Locale.ROOT).contains("no-transform")) {
            return false;
        }
        return response.isEventStream() ? events : types.test(type(response));
    }

    private static String type(Response response) {
        String type = response.headers().get("Content-Type");
        return type == null
                ? ""
                : List.of(type.split(";", 2)).getFirst().strip().toLowerCase(Locale.ROOT);
    }
}
