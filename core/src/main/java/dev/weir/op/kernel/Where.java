package dev.weir.op.kernel;

/** How messages say which pipeline they are about. */
public final class Where {
    private Where() {}

    /** {@code  in pipeline "NAME"}, with the space before it; nothing if it has no name. */
    public static String in(String pipeline) {
        return pipeline.isEmpty() ? "" : " in pipeline \"" + pipeline + '"';
    }
}
