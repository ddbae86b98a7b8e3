package dev.weir.desk;

import java.math.BigDecimal;
import java.util.Map;
import java.util.StringJoiner;

/** A JSON object in the making. Names are ours and values are numbers and codes: nothing needs escaping. */
final class Json {
    private final StringJoiner fields = new StringJoiner(", ", "{", "}");

    static Json of(Map<Currency, Rate> rates) {
        Json json = new Json();
        rates.forEach((currency, rate) -> json.add(currency.code(), rate.value()));
        return json;
    }

    Json add(String name, BigDecimal number) {
        return addRaw(name, number.toPlainString());
    }

    Json add(String name, long number) {
        return addRaw(name, Long.toString(number));
    }

    Json add(String name, Currency currency) {
        return addRaw(name, '"' + currency.code() + '"');
    }

    Json add(String name, Json object) {
        return addRaw(name, object.toString());
    }

    private Json addRaw(String name, String value) {
        fields.add('"' + name + "\": " + value);
        return this;
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
