package dev.weir.op.kernel;

/** Who waits for an outcome under stress: tells all that came. */
final class Outcomes implements Receiver {
    private volatile String story = "";

    @Override
    public void accept(Object outcome) {
        story += outcome instanceof Failure failure ? failure.error().getClass().getSimpleName() : outcome;
    }

    String story() {
        return story.isEmpty() ? "nothing" : story;
    }
}
