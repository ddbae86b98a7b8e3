package dev.weir.proofs.differential;

import java.util.Random;

/** How many items are asked for whenever those before have come. */
enum Demand {
    ALL,
    ONE,
    SEVEN,
    RANDOM;

    long next(Random random) {
        return switch (this) {
            case ALL -> Long.MAX_VALUE;
            case ONE -> 1;
            case SEVEN -> 7;
            case RANDOM -> 1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 4);
        };
    }
}
