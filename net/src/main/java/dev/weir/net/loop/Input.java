package dev.weir.net.loop;

/** Whoever takes what a connection has received; on its event loop. */
public interface Input {
    /** Something has come, or nothing more will: takes what it wants. */
    void drain();

    /** Nothing comes any more, because of that. */
    void fail(Throwable failure);
}
