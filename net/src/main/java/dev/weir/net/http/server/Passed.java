package dev.weir.net.http.server;

/**
 * What a response is to the server that sends it, if another one has made it.
 *
 * @param release called, on any thread, when the body is read no more, if it was read at all
 * @param judged whether the request's conditions and ranges were for that other one to look at (RFC 9110 section 13.2.1)
 */
public record Passed(Runnable release, boolean judged) {
    /** Nobody else has. */
    public static final Passed NOT = new Passed(() -> {}, false);

    /** The same with a tag that only the server which sends it can compare. */
    public Passed tagged() {
        return judged ? new Passed(release, false) : this;
    }
}
