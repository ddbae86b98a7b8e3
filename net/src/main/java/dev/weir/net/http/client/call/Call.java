package dev.weir.net.http.client.call;

import java.time.Duration;

/**
 * What is asked for.
 *
 * @param fields name, value, name, value …, checked, without those that go with the connection and the content
 * @param expectsContinue whether the content waits for the server's leave
 * @param inflates whether a compressed response is decoded
 * @param endless whether the response has no end of its own, so that nobody who waits for its end would see it
 * @param stallTimeout how long nothing may come of a body that is waited for, or be taken of one that is sent
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Call(
        String method,
        Url url,
        String[] fields,
        Payload content,
        boolean expectsContinue,
        boolean inflates,
        boolean endless,
        Duration stallTimeout) {
    /** The same with what the content has turned out to be. */
    public Call with(Payload measured) {
        boolean expects = expectsContinue && measured.length() != 0;
        return new Call(method, url, fields, measured, expects, inflates, endless, stallTimeout);
    }

    @Override
    public String toString() {
        return method + " " + url.brief();
    }
}
