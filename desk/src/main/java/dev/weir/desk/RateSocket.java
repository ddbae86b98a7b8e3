package dev.weir.desk;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.websocket.Message;
import dev.weir.net.websocket.WebSocket;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rates over a WebSocket: what moves is told, and a message such as {@code USD 1.07} moves a rate. */
final class RateSocket {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private final Rates rates;
    private final Mover mover;

    RateSocket(Rates rates, Mover mover) {
        this.rates = rates;
        this.mover = mover;
    }

    One<@Nullable Void> serve(WebSocket socket) {
        Many<Message> told = rates.watch()
                .map(update -> Message.text(Json.of(update.changes()).toString()));
        return socket.send(
                Many.merge(told, socket.messages().mapAsync(1, this::answer).flatMapIterable(answer -> answer)));
    }

    /** A move is answered by what everybody is told; only what can't be done is answered. */
    private One<List<Message>> answer(Message message) {
        return One.defer(() -> move(message))
                .map(_ -> List.<Message>of())
                .onErrorReturn(
                        HttpDesk::hasReason, failure -> List.of(Message.text("error: " + HttpDesk.reason(failure))));
    }

    private One<Boolean> move(Message message) {
        String[] words = message instanceof Message.Text(String text) ? SPACE.split(text.strip(), 2) : new String[0];
        if (words.length != 2) {
            throw new Refused("send a currency and its new rate, such as USD 1.07");
        }
        return mover.move(Currency.parse(words[0]), Rate.parse(words[1]));
    }
}
