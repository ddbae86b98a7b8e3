package dev.weir.postgres.pipe;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a URL (PostgreSQL 18, 32.1.2). Each is kept or refused: what nobody looks at would not hold, and nobody would
 * know.
 */
final class UrlParameters {
    private static final List<String> KNOWN = List.of(
            "host",
            "hostaddr",
            "port",
            "user",
            "password",
            "dbname",
            "sslmode",
            "sslrootcert",
            "connect_timeout",
            "application_name",
            "fallback_application_name",
            "search_path",
            "options");

    /** Values that say what is done anyway. */
    private static final Map<String, List<String>> ANYWAY = Map.of(
            "target_session_attrs", List.of("any"),
            "targetservertype", List.of("any"),
            "load_balance_hosts", List.of("disable"),
            "gssencmode", List.of("disable", "prefer"),
            "channel_binding", List.of("prefer"),
            "sslnegotiation", List.of("postgres"),
            "sslcompression", List.of("0"),
            "client_encoding", List.of("utf8", "utf-8", "auto"));

    private static final String CONNECT_TIMEOUT = "write connect_timeout, in seconds";
    private static final String ONE_HOST =
            "all connections go to the one host of the URL, whatever it is: name the one" + " that is wanted";
    private static final String QUERY_TIMEOUT = "how long a query may run is said by timeout(..) behind it, or to the"
            + " server by options=-c%20statement_timeout%3D30s";
    private static final Map<String, String> ADVICE = Map.ofEntries(
            Map.entry("connecttimeout", CONNECT_TIMEOUT),
            Map.entry("logintimeout", CONNECT_TIMEOUT),
            Map.entry("sockettimeout", QUERY_TIMEOUT),
            Map.entry("statement_timeout", QUERY_TIMEOUT),
            Map.entry("applicationname", "write application_name"),
            Map.entry("currentschema", "write search_path"),
            Map.entry("database", "write dbname"),
            Map.entry("ssl", "write sslmode=verify-full, or sslmode=require, by which anybody may be the server"),
            Map.entry("target_session_attrs", ONE_HOST),
            Map.entry("targetservertype", ONE_HOST),
            Map.entry("load_balance_hosts", ONE_HOST),
            Map.entry("loadbalancehosts", ONE_HOST),
            Map.entry("defaultrowfetchsize", "say it by PostgresOptions.fetch(..)"),
            Map.entry(
                    "channel_binding",
                    "it is used where a server has it, and can't be required: have the server verified, by"
                            + " sslmode=verify-full"));

    private UrlParameters() {}

    /**
     * Those of a URL that have a value, each with its name in small letters.
     *
     * @throws IllegalArgumentException for one that is not known, or has another value than it may have
     */
    static Map<String, String> of(String url) {
        Map<String, String> found = new HashMap<>();
        int begin = url.indexOf('?') + 1;
        for (String parameter :
                begin == 0 ? new String[0] : url.substring(begin).split("&")) {
            int equals = parameter.indexOf('=');
            if (equals < 0 && !parameter.isEmpty()) {
                throw Target.noUrl();
            } else if (!parameter.isEmpty()) {
                keep(
                        decoded(parameter.substring(0, equals)),
                        decoded(parameter.substring(equals + 1).strip()),
                        found);
            }
        }
        return found;
    }

    private static void keep(String given, String value, Map<String, String> found) {
        String name = given.toLowerCase(Locale.ROOT);
        if (KNOWN.contains(name)) {
            if (!value.isEmpty()) {
                found.put(name, value);
            }
        } else if (!ANYWAY.getOrDefault(name, List.of()).contains(value.toLowerCase(Locale.ROOT))) {
            throw refused(given, ADVICE.get(name), found.containsKey("password"));
        }
    }

    private static IllegalArgumentException refused(String given, @Nullable String advice, boolean secret) {
        if (advice == null && secret) {
            return Target.noUrl(); // it may be what is behind an & in the password
        }
        String why = advice == null
                ? "what it says would not hold; there are " + String.join(", ", KNOWN) + ", and a setting of the server"
                        + " is written as options=-c%20lock_timeout%3D5s; what only JDBC's driver has is there by"
                        + " Db.jdbc(..)"
                : advice;
        return new IllegalArgumentException("the URL has a parameter " + given + ", which is not taken: " + why);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8); // in forms only it is a space
        } catch (IllegalArgumentException _) { // whose message has the text
            throw Target.noUrl();
        }
    }
}
