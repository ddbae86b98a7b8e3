package dev.weir.net.http.client;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.content.Gathering;
import dev.weir.net.loop.Held;
import java.util.function.Function;

/** What is kept of a response's body, as a whole or of one of its lines, is counted until its reader is done. */
final class Counted implements Gathering.Memory {
    private final ClientResponse response;
    private final Held held;
    private int bytes;
    private boolean over;

    private Counted(ClientResponse response) {
        this.response = response;
        this.held = response.request().client().held();
    }

    static One<byte[]> whole(ClientResponse response, String reader) {
        return One.defer(() -> {
            Counted counted = new Counted(response);
            return Gathering.whole(response.looked(reader), -1, counted.most(), counted)
                    .doFinally(ending -> counted.release());
        });
    }

    /** What is made of the body, by who counts here what is kept of it meanwhile. */
    static <T> Many<T> during(ClientResponse response, Function<Gathering.Memory, Many<T>> reading) {
        return Many.defer(() -> {
            Counted counted = new Counted(response);
            return reading.apply(counted).doFinally(ending -> counted.release());
        });
    }

    private int most() {
        return response.request().options().maxBody;
    }

    @Override
    public synchronized void hold(int more) {
        if (!held.hasRoom(more)) {
            throw response.full();
        }
        if (!over) {
            held.add(more);
            bytes += more;
        }
    }

    @Override
    public RuntimeException tooLarge() {
        return response.failure(
                Reason.TOO_LARGE,
                "the response's body is larger than " + most() + " bytes (setting: maxBody);"
                        + " saveTo(..), forEachPiece(..) and body() have no limit");
    }

    private synchronized void release() {
        over = true;
        held.add(-bytes);
        bytes = 0;
    }
}
