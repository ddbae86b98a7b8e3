package dev.weir.desk;

import dev.weir.One;

/** Moves rates. */
interface Mover {
    /** Moves a rate; gives true if there was none of that currency before. */
    One<Boolean> move(Currency currency, Rate rate);
}
