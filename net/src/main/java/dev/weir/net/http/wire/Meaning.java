package dev.weir.net.http.wire;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Understands the fields that frame a message and route it, and refuses what contradicts itself. */
final class Meaning {
    private final String message;
    private final boolean http10;
    private @Nullable String host;
    private @Nullable String length;
    private @Nullable String coding;
    private boolean expects;
    private boolean close;
    private boolean keep;

    /**
     * @param message what it is: request or response
     */
    private Meaning(String message, boolean http10) {
        this.message = message;
        this.http10 = http10;
    }

    /** Understands a response. */
    static StatusHead of(int status, boolean http10, String[] fields) throws BadRequest {
        Meaning meaning = new Meaning("response", http10);
        for (int i = 0; i < fields.length; i += 2) {
            meaning.frame(fields[i], fields[i + 1]);
        }
        return new StatusHead(
                status, fields, meaning.contentLength(StatusHead.UNTIL_END), meaning.keepsAlive(), http10);
    }

    static RequestHead of(String method, String target, boolean http10, String[] fields) throws BadRequest {
        return of(method, target, http10, fields, 0);
    }

    /**
     * Understands a request.
     *
     * @param unsaid how long the body is if no field says it, -1 if only its end will tell
     */
    static RequestHead of(String method, String target, boolean http10, String[] fields, long unsaid)
            throws BadRequest {
        Meaning meaning = new Meaning("request", http10);
        for (int i = 0; i < fields.length; i += 2) {
            meaning.frame(fields[i], fields[i + 1]);
            meaning.route(fields[i], fields[i + 1]);
        }
        meaning.checkHost();
        long contentLength = meaning.contentLength(unsaid);
        String said = meaning.host;
        String origin = meaning.origin(method, target);
        int question = origin.indexOf('?');
        return new RequestHead(
                method,
                target,
                question < 0 ? origin : origin.substring(0, question),
                question < 0 ? null : origin.substring(question + 1),
                said == null && meaning.host != null ? with(meaning.host, fields) : fields,
                contentLength,
                meaning.keepsAlive(),
                meaning.expects && !http10 && contentLength != 0,
                http10);
    }

    /** As if the host had been said by a field, where it is looked for. */
    private static String[] with(String host, String[] fields) {
        String[] more = new String[fields.length + 2];
        more[0] = "host";
        more[1] = host;
        System.arraycopy(fields, 0, more, 2, fields.length);
        return more;
    }

    private void frame(String name, String value) throws BadRequest {
        switch (name) {
            case "content-length" -> length = once(length, name, value);
            case "transfer-encoding" -> coding = once(coding, name, value);
            case "connection" -> {
                String options = value.toLowerCase(Locale.ROOT);
                close |= lists(options, "close");
                keep |= lists(options, "keep-alive");
            }
            default -> {}
        }
    }

    private void route(String name, String value) throws BadRequest {
        if (name.equals("host")) {
            host = once(host, name, value);
        } else if (name.equals("expect")) {
            for (String expectation : Elements.of(value)) {
                if (!expectation.equalsIgnoreCase("100-continue")) {
                    throw new BadRequest(417, "the only expectation met here is 100-continue");
                }
                expects = true;
            }
        }
    }

    private boolean keepsAlive() {
        return !close && (!http10 || keep);
    }

    private String once(@Nullable String before, String name, String value) throws BadRequest {
        if (before != null) {
            throw new BadRequest("the " + message + " has more than one " + name);
        }
        return value;
    }

    private static boolean lists(String options, String option) {
        for (String one : options.split(",", -1)) {
            if (one.strip().equals(option)) {
                return true;
            }
        }
        return false;
    }

    private void checkHost() throws BadRequest {
        if (host == null) {
            if (!http10) {
                throw new BadRequest("the request has no host");
            }
        } else if (!Chars.isAuthority(host)) {
            throw new BadRequest("the host is malformed");
        }
    }

    /** RFC 9112 section 6.3; -1 for chunks. Two answers to how long the body is are no answer. */
    private long contentLength(long unsaid) throws BadRequest {
        if (coding != null) {
            if (length != null) {
                throw new BadRequest("the " + message + " has both a content-length and a transfer-encoding");
            }
            if (http10) {
                throw new BadRequest("HTTP/1.0 has no transfer-encoding");
            }
            if (!coding.equalsIgnoreCase("chunked")) {
                throw new BadRequest(501, "the only transfer-encoding known here is chunked");
            }
            return -1;
        }
        return length == null ? unsaid : number(length);
    }

    private static long number(String digits) throws BadRequest {
        if (digits.isEmpty() || digits.length() > 18 || !Chars.areDigits(digits, 0)) {
            throw new BadRequest("the content-length is not a number");
        }
        return Long.parseLong(digits);
    }

    /** The path and query that the target names (RFC 9112 section 3.2). */
    private String origin(String method, String target) throws BadRequest {
        if (method.equals("CONNECT")) {
            throw new BadRequest(501, "this server is no proxy");
        }
        if (target.charAt(0) == '/' || (target.equals("*") && method.equals("OPTIONS"))) {
            return target;
        }
        int authority = target.indexOf("://") + 3;
        String scheme = target.substring(0, Math.max(0, authority - 3));
        if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
            throw new BadRequest("the request target is malformed");
        }
        int end = authority;
        while (end < target.length() && "/?".indexOf(target.charAt(end)) < 0) {
            end++;
        }
        String named = target.substring(authority, end);
        if (host == null && Chars.isAuthority(named)) {
            host = named; // HTTP/1.0 has no need to say it twice
        }
        if (!named.equalsIgnoreCase(host)) {
            throw new BadRequest("the request target names another host than the host field, or none");
        }
        String rest = target.substring(end);
        return rest.startsWith("/") ? rest : "/" + rest;
    }
}
