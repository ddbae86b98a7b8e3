package dev.weir.desk;

import dev.weir.One;

/** Moves rates. */
interface Mover {
    /** Moves a rate; gives true if there was none of that currency before. */
    One<Boolean> move(Currency currency, Rate rate);

    /** Moves a rate from another, if that is still so: else somebody has moved it meanwhile, and it stays. */
    default One<?> nudge(Currency currency, Rate from, Rate to) {
        return move(currency, to);
    }
}
