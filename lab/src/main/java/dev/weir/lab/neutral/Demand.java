package dev.weir.lab.neutral;

final class Demand {
    private Demand() {}

    static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    static IllegalArgumentException misused() {
        return new IllegalArgumentException("a request must be positive (rule 3.9)");
    }
}
