package dev.weir.net.tcp;

import java.time.Duration;

/**
 * The limits of a connection.
 *
 * @param maxLine in bytes, without the line's end
 * @param maxFrame in bytes, of a message that a framer finds
 * @param idle without a byte in either direction
 * @param stall without progress although bytes wait to be sent
 */
record TcpLimits(int maxLine, int maxFrame, Duration idle, Duration stall) {
    Duration shortest() {
        return idle.compareTo(stall) < 0 ? idle : stall;
    }
}
