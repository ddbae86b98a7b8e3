package dev.weir.net.http.client;

import dev.weir.net.http.Headers;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.wire.Chars;
import org.jspecify.annotations.Nullable;

/**
 * Where to go on (RFC 9110 section 15.4), and with what.
 *
 * @param most how many are followed
 * @param downgrade whether from https to http
 */
record Redirects(int most, boolean downgrade) {
    private static final String[] SECRETS = {"Authorization", "Cookie"};
    private static final String[] OF_CONTENT = {
        "Content-Type",
        "Content-Encoding",
        "Content-Language",
        "Content-Location",
        "Content-Disposition",
        "Content-Range",
        "Content-Digest",
        "Content-MD5",
        "Digest",
        "Repr-Digest",
        "Last-Modified",
        "Trailer"
    };

    /** Where the response leads, or null if it is the answer itself. */
    static @Nullable String location(ClientResponse response) {
        return switch (response.status()) {
            case 301, 302, 303, 307, 308 -> response.header("location");
            default -> null;
        };
    }

    ClientRequest next(ClientRequest request, int status, String location, int left) {
        if (left == 0) {
            throw refused(request, "more than " + most + " redirects (setting: maxRedirects)");
        }
        Url to = request.url().resolve(location);
        if (to == null) {
            throw refused(request, "a redirect leads to \"" + Chars.visible(location) + "\", which can't be requested");
        }
        if (request.url().tls() && !to.tls() && !downgrade) {
            throw refused(
                    request,
                    "a redirect leads from https to " + to.brief() + " (setting: allowDowngrade, to follow it anyway)");
        }
        Headers headers = request.url().isSameOrigin(to) ? request.headers() : without(request.headers(), SECRETS);
        boolean asGet = becomesGet(request.method(), status);
        return request.with(
                asGet ? "GET" : request.method(),
                to,
                asGet ? without(headers, OF_CONTENT) : headers,
                asGet ? Payload.Bytes.NONE : request.content());
    }

    private static boolean becomesGet(String method, int status) {
        return switch (status) {
            case 301, 302 -> method.equals("POST");
            case 303 -> !method.equals("HEAD");
            default -> false;
        };
    }

    private static Headers without(Headers headers, String[] names) {
        Headers left = headers;
        for (String name : names) {
            left = left.without(name);
        }
        return left;
    }

    private static ClientException refused(ClientRequest request, String why) {
        return new ClientException(Reason.REDIRECT, request + ": " + why);
    }
}
