package dev.weir.desk;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one euro costs in each currency, at one moment.
 *
 * @param version grows with every change
 * @param rates in the order in which they are shown
 */
record Table(long version, Map<Currency, Rate> rates) {
    /** How many currencies a table holds at most. */
    static final int MAX_CURRENCIES = 64;

    /** How many decimals a conversion between any two currencies keeps; the last one is rounded half to even. */
    static final int DECIMALS = 10;

    static final Table EMPTY = new Table(0, Map.of());

    /** Nothing but what the others are measured in. */
    static final Table BASE = new Table(0, Map.of(Currency.EUR, Rate.ONE));

    Table {
        rates = Collections.unmodifiableMap(new LinkedHashMap<>(rates));
    }

    /** The rates of an ordinary day. */
    static Table opening() {
        Map<Currency, Rate> rates = new LinkedHashMap<>();
        rates.put(Currency.EUR, Rate.ONE);
        rates.put(Currency.USD, Rate.of("1.06448"));
        rates.put(new Currency("GBP"), Rate.of("0.85734"));
        rates.put(new Currency("CHF"), Rate.of("0.97215"));
        rates.put(new Currency("JPY"), Rate.of("158.42"));
        rates.put(new Currency("SEK"), Rate.of("11.4830"));
        rates.put(new Currency("NOK"), Rate.of("11.3925"));
        rates.put(new Currency("DKK"), Rate.of("7.4602"));
        rates.put(new Currency("PLN"), Rate.of("4.5120"));
        rates.put(new Currency("CZK"), Rate.of("24.350"));
        rates.put(new Currency("CAD"), Rate.of("1.4502"));
        rates.put(new Currency("AUD"), Rate.of("1.6345"));
        return new Table(1, rates);
    }

    /** The table after a move; this one if the rate is what it was. */
    Table with(Currency currency, Rate rate) {
        if (currency.equals(Currency.EUR)) {
            throw new Refused("EUR is what the others are measured in: its rate is always 1");
        }
        if (rate.equals(rates.get(currency))) {
            return this;
        }
        Map<Currency, Rate> moved = new LinkedHashMap<>(rates);
        moved.put(currency, rate);
        if (moved.size() > MAX_CURRENCIES) {
            throw full();
        }
        return new Table(version + 1, moved);
    }

    static Refused full() {
        return new Refused("the table is full: it holds " + MAX_CURRENCIES + " currencies");
    }

    Rate rate(Currency currency) {
        Rate rate = rates.get(currency);
        if (rate == null) {
            throw new Refused("there is no rate for " + currency);
        }
        return rate;
    }

    /** What the euros are worth in dollars, exactly. */
    BigDecimal dollars(BigDecimal euros) {
        return euros.multiply(rate(Currency.USD).value());
    }

    /** What the amount is worth in another currency, rounded once, to {@link #DECIMALS}. */
    BigDecimal convert(BigDecimal amount, Currency from, Currency to) {
        return amount.multiply(rate(to).value())
                .divide(rate(from).value(), DECIMALS, RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
    }
}
