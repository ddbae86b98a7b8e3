package dev.weir.lab.servers;

import io.netty.buffer.ByteBuf;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.LoopResources;

/** Downloads by reactor-netty. */
final class ReactorNettyClient implements Server {
    @Override
    public void start(Setup setup) {
        HttpClient client = HttpClient.create().runOn(LoopResources.create("reactor", Setup.loops(), false));
        Downloads downloads = new Downloads();
        downloads.repeat(() -> client.get()
                .uri(setup.url())
                .responseContent()
                .map(ByteBuf::readableBytes)
                .doOnNext(downloads::count)
                .blockLast());
    }
}
