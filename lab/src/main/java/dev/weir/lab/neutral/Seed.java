package dev.weir.lab.neutral;

/** What the random sources start from. */
public final class Seed {
    public static final long NUMBERS = 2021;
    public static final long TEXT = 1862;

    private Seed() {}
}
