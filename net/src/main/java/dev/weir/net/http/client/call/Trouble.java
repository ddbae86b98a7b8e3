package dev.weir.net.http.client.call;

/** What went wrong; each is explained at the {@code ClientException.Reason} of the same name. */
public enum Trouble {
    CONNECT,
    TLS,
    POOL_FULL,
    ACQUIRE_TIMEOUT,
    MEMORY,
    CLOSED,
    HEAD_TIMEOUT,
    STALL,
    DEADLINE,
    UNREAD,
    RELEASED,
    PROTOCOL,
    TOO_LARGE,
    BODY,
    SHUT_DOWN
}
