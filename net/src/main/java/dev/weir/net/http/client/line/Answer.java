package dev.weir.net.http.client.line;

import dev.weir.Many;
import java.nio.ByteBuffer;

/**
 * A response that has begun.
 *
 * @param exchange what it belongs to
 * @param fields lower-case name, value, name, value …, checked, as the server sent them
 * @param decoded whether the body is not as those fields say but decoded
 * @param empty whether it has no body
 * @param body can be read once
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answer(
        Exchange exchange,
        String protocol,
        int status,
        String[] fields,
        boolean decoded,
        boolean empty,
        Many<ByteBuffer> body) {}
