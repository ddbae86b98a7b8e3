package dev.weir.net.http.server;

/** The answer to what can't be understood as a request: a problem as JSON. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Refusal(int status, byte[] problem) implements Reply {
    private static final String[] FIELDS = {"Content-Type", "application/problem+json"};

    @Override
    public String[] fields() {
        return FIELDS;
    }

    @Override
    public long length() {
        return problem.length;
    }
}
