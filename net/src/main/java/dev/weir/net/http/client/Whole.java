package dev.weir.net.http.client;

import dev.weir.One;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.content.Gathering;
import dev.weir.net.loop.Held;

/** A response's body as a whole, which is counted until it is there. */
final class Whole implements Gathering.Memory {
    private final ClientResponse response;
    private final Held held;
    private int bytes;
    private boolean over;

    private Whole(ClientResponse response) {
        this.response = response;
        this.held = response.request().client().held();
    }

    static One<byte[]> of(ClientResponse response, String reader) {
        return One.defer(() -> {
            Whole whole = new Whole(response);
            return Gathering.whole(response.looked(reader), -1, whole.most(), whole)
                    .doFinally(ending -> whole.release());
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
                Reason.TOO_LARGE, "the response's body is larger than " + most() + " bytes (setting: maxBody)");
    }

    private synchronized void release() {
        over = true;
        held.add(-bytes);
        bytes = 0;
    }
}
