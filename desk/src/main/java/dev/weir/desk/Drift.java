package dev.weir.desk;

import dev.weir.Many;
import dev.weir.One;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Lets the rates walk a little every second while somebody watches, on the same way each time the desk starts. */
final class Drift {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final long SEED = 20_161_006;
    private static final double STEP = 0.0004;
    private static final MathContext DIGITS = new MathContext(6);

    private final Rates rates;
    private final Mover mover;
    private final Random random = new Random(SEED);

    Drift(Rates rates, Mover mover) {
        this.rates = rates;
        this.mover = mover;
    }

    /** Walks until it is cancelled. */
    One<@Nullable Void> walk() {
        return Many.interval(PERIOD)
                .filter(tick -> rates.watchers() > 0)
                .flatMapIterable(tick -> rates.now().rates().keySet())
                .filter(currency -> !currency.equals(Currency.EUR))
                .mapAsync(
                        1,
                        currency -> step(currency, rates.now().rate(currency))
                                .onErrorReturn(_ -> false)) // it walks on when the database is there again
                .forEach(_ -> {});
    }

    /** Not over what somebody else has set since it was looked at. */
    private One<Boolean> step(Currency currency, Rate rate) {
        return mover.nudge(currency, rate, step(rate)).thenReturn(true);
    }

    private Rate step(Rate rate) {
        double factor = 1 + STEP * random.nextGaussian();
        return Rate.nearest(rate.value().multiply(BigDecimal.valueOf(factor)).round(DIGITS));
    }
}
