package dev.weir.net.websocket;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a server and a client have agreed on about permessage-deflate (RFC 7692 section 7.1).
 *
 * @param serverKeeps whether the server's messages refer to those before
 * @param clientKeeps whether the client's do
 * @param serverWindow how far back the server's messages may look: 2 to this power
 * @param clientWindow how far back the client's may
 * @param answersWindow whether the answer says {@code serverWindow}
 */
record Deflate(boolean serverKeeps, boolean clientKeeps, int serverWindow, int clientWindow, boolean answersWindow) {
    private static final Pattern BITS = Pattern.compile("[1-9][0-9]?");
    private static final String NAME = "permessage-deflate";
    private static final String SERVER_FORGETS = "server_no_context_takeover";
    private static final String CLIENT_FORGETS = "client_no_context_takeover";
    private static final String SERVER_WINDOW = "server_max_window_bits";
    private static final String CLIENT_WINDOW = "client_max_window_bits";
    private static final Set<String> KNOWN = Set.of(SERVER_FORGETS, CLIENT_FORGETS, SERVER_WINDOW, CLIENT_WINDOW);
    private static final int FULL = 15;
    private static final int LEAST = 8;

    /** What a server makes of a client's offers: the first that it can fulfil, or null. */
    static @Nullable Deflate accept(List<String> lines, MessageCompression ours) {
        List<Extension> offers = Extension.parse(lines);
        if (offers == null || ours == MessageCompression.OFF) {
            return null;
        }
        return offers.stream()
                .filter(Deflate::isAcceptable)
                .findFirst()
                .map(offer -> of(offer, ours))
                .orElse(null);
    }

    private static boolean isAcceptable(Extension extension) {
        return extension.name().equals(NAME)
                && KNOWN.containsAll(extension.parameters().keySet())
                && isFlag(extension, SERVER_FORGETS)
                && isFlag(extension, CLIENT_FORGETS)
                && window(extension, SERVER_WINDOW) > 0
                && (window(extension, CLIENT_WINDOW) > 0 || isFlag(extension, CLIENT_WINDOW));
    }

    private static boolean isFlag(Extension extension, String parameter) {
        return extension.parameters().getOrDefault(parameter, "").isEmpty();
    }

    /** The value of a window, the full one if there is none; 0 if it is invalid. */
    private static int window(Extension extension, String parameter) {
        String value = extension.parameters().get(parameter);
        if (value == null) {
            return FULL;
        }
        boolean number = BITS.matcher(value).matches();
        int bits = number ? Integer.parseInt(value) : 0;
        return bits >= LEAST && bits <= FULL ? bits : 0;
    }

    private static Deflate of(Extension agreed, MessageCompression ours) {
        boolean keeps = ours == MessageCompression.WITH_CONTEXT;
        int serverWindow = window(agreed, SERVER_WINDOW);
        return new Deflate(
                keeps && serverWindow == FULL && !agreed.parameters().containsKey(SERVER_FORGETS),
                keeps && !agreed.parameters().containsKey(CLIENT_FORGETS),
                serverWindow,
                FULL,
                agreed.parameters().containsKey(SERVER_WINDOW));
    }

    /** The server's answer. */
    String answer() {
        return NAME
                + (serverKeeps ? "" : "; " + SERVER_FORGETS)
                + (clientKeeps ? "" : "; " + CLIENT_FORGETS)
                + (answersWindow ? "; " + SERVER_WINDOW + "=" + serverWindow : "");
    }

    /** A client's offer. */
    static String offer(MessageCompression ours) {
        String forgets =
                ours == MessageCompression.WITHOUT_CONTEXT ? "; " + SERVER_FORGETS + "; " + CLIENT_FORGETS : "";
        return NAME + forgets + "; " + CLIENT_WINDOW;
    }

    /**
     * What a client makes of the server's answer to its offer; null if nothing was agreed on.
     *
     * @throws IllegalArgumentException if the answer does not fit the offer
     */
    static @Nullable Deflate agree(List<String> lines, MessageCompression ours) {
        List<Extension> answers = Extension.parse(lines);
        if (answers != null && answers.isEmpty()) {
            return null;
        }
        Extension answer = answers == null || answers.size() != 1 ? null : answers.getFirst();
        boolean withoutContext = ours == MessageCompression.WITHOUT_CONTEXT;
        if (answer == null
                || ours == MessageCompression.OFF
                || !isAcceptable(answer)
                || window(answer, CLIENT_WINDOW) == 0
                || (withoutContext && !answer.parameters().containsKey(SERVER_FORGETS))) {
            throw new IllegalArgumentException("the server answered with extensions that were not offered: " + lines);
        }
        return new Deflate(
                !answer.parameters().containsKey(SERVER_FORGETS),
                !withoutContext && !answer.parameters().containsKey(CLIENT_FORGETS),
                window(answer, SERVER_WINDOW),
                window(answer, CLIENT_WINDOW),
                false);
    }

    Inflation inflation(boolean server, int limit) {
        return new Inflation(server ? clientKeeps : serverKeeps, limit);
    }

    Deflation deflation(boolean server) {
        return server ? new Deflation(serverKeeps, serverWindow) : new Deflation(clientKeeps, clientWindow);
    }
}
