package dev.weir.net;

import dev.weir.net.dial.Hop;
import dev.weir.net.dial.Via;
import dev.weir.net.http.client.call.Basic;
import dev.weir.net.http.client.call.Url;
import java.util.Objects;

/** What {@link Proxy} says. */
record ProxyHop(Hop hop) implements Proxy, Via {
    static ProxyHop of(boolean http, String host, int port) {
        Url url = Url.parse("http://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port);
        return new ProxyHop(new Hop(http, url.host(), port, null, null));
    }

    @Override
    public Proxy auth(String user, String password) {
        if (hop.http()) {
            var _ = Basic.credentials(user, password);
        }
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
        return new ProxyHop(new Hop(hop.http(), hop.host(), hop.port(), user, password));
    }

    @Override
    public String toString() { // without a password
        return hop.toString();
    }
}
