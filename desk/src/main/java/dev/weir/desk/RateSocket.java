package dev.weir.desk;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.websocket.Message;
import dev.weir.net.websocket.WebSocket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rates over a WebSocket: what moves is told, and a message such as {@code USD 1.07} moves a rate. */
final class RateSocket {
    private final Rates rates;

    RateSocket(Rates rates) {
        this.rates = rates;
    }

    One<@Nullable Void> serve(WebSocket socket) {
        Many<Message> told = rates.watch()
                .map(update -> Message.text(Json.of(update.changes()).toString()));
        return socket.send(Many.merge(told, socket.messages().flatMapIterable(this::answer)));
    }

    /** A move is answered by what everybody is told; only what can't be done is answered. */
    private List<Message> answer(Message message) {
        try {
            move(message);
            return List.of();
        } catch (Refused refused) {
            return List.of(Message.text("error: " + refused.getMessage()));
        }
    }

    private void move(Message message) {
        String[] words =
                message instanceof Message.Text(String text) ? text.strip().split("\\s+", 2) : new String[0];
        if (words.length != 2) {
            throw new Refused("send a currency and its new rate, such as USD 1.07");
        }
        rates.move(Currency.parse(words[0]), Rate.parse(words[1]));
    }
}
