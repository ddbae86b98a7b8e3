package dev.weir.rsocket.loop;

/** What a request asks for. */
public enum Interaction {
    /** One payload. */
    RESPONSE,
    /** Any number of payloads, as they are demanded. */
    STREAM,
    /** The same in both directions. */
    CHANNEL
}
