package dev.weir.postgres;

/** What a subscriber of a channel is told: see {@link Notifications#listen}. */
public sealed interface Notification {
    String channel();

    /** From now on no message is missed: the first item. What a table says now goes with the messages that follow. */
    record Listening(String channel) implements Notification {}

    /**
     * What somebody has sent, which whoever may log in to the database may: so no payload is to be trusted.
     *
     * @param payload empty if there was none; any text
     * @param processId the server's process of the sender's connection
     */
    record Message(String channel, String payload, int processId) implements Notification {}

    /** The connection was lost and is there again: messages between are lost, so ask the table, as at the begin. */
    record Gap(String channel) implements Notification {}
}
