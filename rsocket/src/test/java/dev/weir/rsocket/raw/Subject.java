package dev.weir.rsocket.raw;

import dev.weir.Clock;
import java.time.Duration;
import org.opentest4j.TestAbortedException;

/**
 * What the rules are tried upon: an implementation of both roles. Its responders do what the data of a request says, as
 * {@link LoopAnswers} tells, in both roles alike.
 */
public interface Subject {
    /** A server that listens on a port of the loopback. */
    Role serve(Options options);

    /** A client that connects to a port of the loopback; returns at once. */
    Role connect(int port, Options options);

    /** How the subject is to be. */
    final class Options {
        public Clock clock; // null for the machine's
        public Duration keepalive = Duration.ofHours(1);
        public Duration lifetime = Duration.ofHours(2);
        public int fragment; // 0 for the longest frame there can be
        public int maxPayload; // 0 for its default
        public boolean lease;
        public boolean resume;
        public boolean refuses; // setups of clients

        public static Options standard() {
            return new Options();
        }
    }

    /** One side of connections: it answers, and asks where it is told to. */
    interface Role extends AutoCloseable {
        /** Of a server. */
        int port();

        /** What its responder has heard, in words: the next of it. */
        String heard();

        /** Gives the peer of the only connection a lease. */
        void lease(Duration timeToLive, int requests);

        Call response(String metadata, String data);

        Call stream(String data, long initial);

        /** Sends the first payload; the others by {@link Call#send}. */
        Call channel(String data, long initial);

        void fireAndForget(String data);

        void metadataPush(String metadata);

        /** Says goodbye, waiting for what runs. */
        void drain();

        /** Goes on as if that was the number of its last stream; a trial of who can't is left out. */
        default void goOnAfter(int number) {
            throw new TestAbortedException("it can't be told to go on after number " + number);
        }

        /** As if it had as many streams as it may, or no longer; a trial of who can't is left out. */
        default void fill(boolean full) {
            throw new TestAbortedException("it can't be told that it is " + (full ? "full" : "not full"));
        }

        @Override
        void close();
    }

    /** A request of the subject. */
    interface Call {
        void request(long count);

        void cancel();

        void send(String data);

        void complete();

        void fail(String message);

        /** What has come, in words: the next of it: {@code next hello}, {@code complete}, {@code error 201 message}. */
        String next();
    }
}
