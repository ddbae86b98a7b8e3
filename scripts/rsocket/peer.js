// rsocket-js as a peer: node peer.js serve TCP_PORT WS_PORT, or node peer.js check NAME URL...
// What a server does, and what is checked, is the same in all languages: see scripts/conformance. It has no metadata push.
const { RSocketConnector, RSocketServer } = require('rsocket-core');
const { TcpClientTransport } = require('rsocket-tcp-client');
const { TcpServerTransport } = require('rsocket-tcp-server');
const { WebsocketClientTransport } = require('rsocket-websocket-client');
const { WebsocketServerTransport } = require('rsocket-websocket-server');
const { encodeCompositeMetadata, decodeCompositeMetadata, encodeRoute, decodeRoutes, WellKnownMimeType } = require('rsocket-composite-metadata');
const WebSocket = require('ws');

const COMPOSITE = 'message/x.rsocket.composite-metadata.v0';
const text = (payload) => (payload.data ? payload.data.toString() : '');
const of = (data, metadata) => ({ data: Buffer.from(data), metadata: metadata === undefined ? undefined : Buffer.from(metadata) });
let heard = 'nothing';

function routeOf(metadata) {
    for (const part of decodeCompositeMetadata(metadata)) {
        if (part.mimeType === 'message/x.rsocket.routing.v0') {
            return decodeRoutes(part.content).next().value;
        }
    }
    return 'no route';
}

const responder = {
    requestResponse(payload, subscriber) {
        const data = text(payload);
        if (data === 'fail') {
            subscriber.onError(new Error('failed'));
        } else if (data === 'heard') {
            subscriber.onNext(of(heard), true);
        } else if (data === 'route') {
            subscriber.onNext(of(routeOf(payload.metadata)), true);
        } else {
            subscriber.onNext({ data: payload.data, metadata: payload.metadata }, true);
        }
        return { cancel() {}, onExtension() {} };
    },
    requestStream(payload, credit, subscriber) {
        const count = Number(text(payload).split(':')[1]);
        let sent = 0;
        let cancelled = false;
        const request = (n) => {
            for (; n > 0 && sent < count && !cancelled; n--) {
                sent++;
                subscriber.onNext(of(String(sent - 1)), sent === count);
            }
        };
        setImmediate(() => request(credit));
        return { request, cancel() { cancelled = true; }, onExtension() {} };
    },
    requestChannel(payload, credit, completed, subscriber) {
        setImmediate(() => {
            subscriber.onNext(payload, completed);
            if (!completed) {
                subscriber.request(1000);
            }
        });
        return {
            onNext(next, last) { subscriber.onNext(next, last); },
            onComplete() { subscriber.onComplete(); },
            onError() {},
            onExtension() {},
            request() {},
            cancel() {},
        };
    },
    fireAndForget(payload, subscriber) {
        heard = text(payload);
        subscriber.onComplete();
        return { cancel() {} };
    },
    metadataPush(metadata, subscriber) {
        heard = metadata.toString();
    },
};

async function serve(tcp, ws) {
    const acceptor = { accept: async () => responder };
    const fragmentation = { maxOutboundFragmentSize: 16384 };
    await new RSocketServer({
        transport: new TcpServerTransport({ listenOptions: { host: '127.0.0.1', port: tcp } }), acceptor, fragmentation,
    }).bind();
    await new RSocketServer({
        transport: new WebsocketServerTransport({ wsCreator: () => new WebSocket.Server({ host: '127.0.0.1', port: ws }) }),
        acceptor,
        fragmentation,
    }).bind();
    console.log('ready');
}

function ask(socket, payload) {
    return new Promise((resolve, reject) => socket.requestResponse(payload, {
        onNext: (answer) => resolve(answer), onError: reject, onComplete: () => resolve(null), onExtension() {},
    }));
}

// Takes so many items at a time, and cancels after the most.
function collect(socket, payload, batch, most) {
    return new Promise((resolve, reject) => {
        const items = [];
        const stream = socket.requestStream(payload, batch, {
            onNext(item, last) {
                items.push(text(item));
                if (items.length === most) {
                    stream.cancel();
                    resolve(items);
                } else if (last) {
                    resolve(items);
                } else if (items.length % batch === 0) {
                    stream.request(batch);
                }
            },
            onError: reject,
            onComplete: () => resolve(items),
            onExtension() {},
        });
    });
}

function echo(socket, count) {
    return new Promise((resolve, reject) => {
        const items = [];
        let sent = 1;
        const channel = socket.requestChannel(of('0'), 1000, false, {
            onNext(item, last) { items.push(text(item)); if (last) resolve(items); },
            onComplete: () => resolve(items),
            onError: reject,
            onExtension() {},
            cancel() {},
            request(n) {
                for (; n > 0 && sent < count; n--) {
                    sent++;
                    channel.onNext(of(String(sent - 1)), sent === count);
                }
            },
        });
    });
}

async function until(socket, wanted) {
    for (let i = 0; i < 500; i++) {
        if (text(await ask(socket, of('heard'))) === wanted) {
            return wanted;
        }
    }
    return 'never heard';
}

const range = (count) => Array.from({ length: count }, (_, i) => String(i)).join();

async function check(name, url) {
    const transport = url.startsWith('ws')
        ? new WebsocketClientTransport({ url, wsCreator: (to) => new WebSocket(to) })
        : new TcpClientTransport({ connectionOptions: { host: new URL(url).hostname, port: Number(new URL(url).port) } });
    const socket = await new RSocketConnector({
        transport,
        fragmentation: { maxOutboundFragmentSize: 16384 },
        setup: { keepAlive: 1000, lifetime: 10000, dataMimeType: 'text/plain', metadataMimeType: COMPOSITE },
        responder,
    }).connect();
    const large = 'x'.repeat(300000);
    const route = encodeCompositeMetadata([[WellKnownMimeType.MESSAGE_RSOCKET_ROUTING, encodeRoute('the.route')]]);
    const checks = {
        'a response': ['hello meta', async () => {
            const answer = await ask(socket, of('hello', 'meta'));
            return text(answer) + ' ' + answer.metadata;
        }],
        'an error': ['failed', () => ask(socket, of('fail')).then(() => 'none', (error) => error.message)],
        'a large payload': [large, async () => text(await ask(socket, of(large)))],
        'a stream with little credit': [range(1000), async () => (await collect(socket, of('count:1000'), 7, 1001)).join()],
        'a stream that is cancelled': [range(10), async () => (await collect(socket, of('count:1000000'), 7, 10)).join()],
        'a channel': [range(100), async () => (await echo(socket, 100)).join()],
        'fire and forget': ['fired', () => {
            socket.fireAndForget(of('fired'), { onComplete() {}, onError() {} });
            return until(socket, 'fired');
        }],
        'a route': ['the.route', async () => text(await ask(socket, { data: Buffer.from('route'), metadata: route }))],
    };
    for (const [what, [wanted, run]] of Object.entries(checks)) {
        const timeout = new Promise((resolve) => setTimeout(() => resolve('nothing in 10 seconds'), 10000));
        const found = await Promise.race([run().catch((error) => 'error: ' + error.message), timeout]);
        console.log(found === wanted ? `ok ${name}: ${what}` : `FAILED ${name}: ${what}: ${String(found).slice(0, 200)}`);
    }
    process.exit(0);
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'serve') {
    serve(Number(rest[0]), Number(rest[1]));
} else {
    check(rest[0], rest[1]).catch((error) => {
        console.log(`FAILED ${rest[0]}: ${error.message}`);
        process.exit(1);
    });
}
