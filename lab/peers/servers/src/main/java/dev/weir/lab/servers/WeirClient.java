package dev.weir.lab.servers;

import dev.weir.net.http.client.HttpClient;

/** Downloads by Weir. */
final class WeirClient implements Server {
    @Override
    public void start(Setup setup) {
        HttpClient client = HttpClient.create();
        Downloads downloads = new Downloads();
        downloads.repeat(() -> {
            var _ = client.get(setup.url())
                    .forEachPiece(piece -> downloads.count(piece.remaining()))
                    .await();
        });
    }
}
