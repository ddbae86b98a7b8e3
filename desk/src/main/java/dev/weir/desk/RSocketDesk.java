package dev.weir.desk;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketRoutes;
import dev.weir.rsocket.RSocketServer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The desk over RSocket, by routes; what is asked and answered is text. */
final class RSocketDesk {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final int MAX_PAYLOAD = 1024;

    private final Rates rates;
    private final Mover mover;
    private final int maxStreams;

    RSocketDesk(Rates rates, Mover mover, int maxStreams) {
        this.rates = rates;
        this.mover = mover;
        this.maxStreams = maxStreams;
    }

    RSocketServer.Builder server() {
        return RSocketServer.builder()
                .handler(RSocketRoutes.create().response("rate", String.class, this::rate).stream(
                                "rates", String.class, this::watch)
                        .channel("convert", String.class, amounts -> amounts.map(this::answer))
                        .fireAndForget("move", String.class, this::move))
                .maxPayload(MAX_PAYLOAD);
    }

    private One<String> rate(String code) {
        return One.supply(() -> number(rates.now().rate(Currency.parse(code))))
                .onErrorResume(failure -> One.fail(() -> told(failure)));
    }

    /** The rate of a currency, then whenever it moves; of all currencies, as JSON, if none is named. */
    private Many<String> watch(String code) {
        if (rates.watchers() >= maxStreams) {
            throw new RSocketException.Rejected("all " + maxStreams + " streams are taken: try again later");
        }
        if (code.isEmpty()) {
            return rates.watch().map(update -> Json.of(update.changes()).toString());
        }
        try {
            Currency currency = Currency.parse(code);
            rates.now().rate(currency);
            return rates.watch()
                    .filter(update -> update.changes().containsKey(currency))
                    .map(update -> number(update.now().rate(currency)));
        } catch (Refused refused) {
            throw told(refused);
        }
    }

    /** What can't be converted is answered, too, so that the channel stays. */
    private String answer(String line) {
        try {
            String[] words = SPACE.split(line.strip(), 4);
            if (words.length != 3) {
                throw new Refused("send an amount and two currencies, such as 2.5 GBP USD");
            }
            Amount amount = Amount.parse(words[0]);
            Currency from = Currency.parse(words[1]);
            Currency to = Currency.parse(words[2]);
            String result = rates.now().convert(amount.value(), from, to).toPlainString();
            return amount.text() + " " + from + " is " + result + " " + to;
        } catch (Refused refused) {
            return "error: " + refused.getMessage();
        }
    }

    /** There is nobody to tell if it can't be done. */
    private One<@Nullable Void> move(String line) {
        String[] words = SPACE.split(line.strip(), 2);
        if (words.length != 2) {
            return One.ofVoid();
        }
        return One.defer(() -> mover.move(Currency.parse(words[0]), Rate.parse(words[1])))
                .<@Nullable Void>map(_ -> null)
                .onErrorReturn(HttpDesk::hasReason, _ -> null);
    }

    private static String number(Rate rate) {
        return rate.value().toPlainString();
    }

    private static Throwable told(Throwable failure) {
        return failure instanceof Refused refused ? told(refused) : failure;
    }

    private static RSocketException told(Refused refused) {
        return new RSocketException.Invalid(refused.getMessage());
    }
}
