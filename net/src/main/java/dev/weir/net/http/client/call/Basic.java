package dev.weir.net.http.client.call;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/** Names and passwords as servers and proxies want them (RFC 7617). */
public final class Basic {
    private Basic() {}

    public static String credentials(String user, String password) {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
        if (user.indexOf(':') >= 0) {
            throw new IllegalArgumentException("a user name with a colon can't be sent by basic authentication");
        }
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(both);
    }
}
