package dev.weir.net.http.client.line;

import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.tls.TlsFailure;
import org.jspecify.annotations.Nullable;

/** The failure of requests whose server wants another certificate than the client has shown, or any. */
final class CertificateRefusal {
    private CertificateRefusal() {}

    /** What the exchange is to fail with if the connection failed for that reason, else null. */
    static @Nullable RuntimeException of(@Nullable Throwable cause, Route route, Exchange exchange) {
        TlsFailure refusal = cause == null ? null : TlsFailure.refusal(cause, route.host() + ":" + route.port());
        return refusal == null
                ? null
                : exchange.failure(
                        Trouble.TLS, "no secure connection to " + route + ": " + refusal.text(), refusal.cause());
    }
}
