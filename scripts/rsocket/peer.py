"""rsocket-py as a peer: peer.py serve TCP_PORT WS_PORT, or peer.py check NAME URL.

What a server does, and what is checked, is the same in all languages: see scripts/conformance.
"""

import asyncio
import sys
from datetime import timedelta
from urllib.parse import urlparse

from aiohttp import web
from reactivestreams.subscriber import DefaultSubscriber
from rsocket.awaitable.awaitable_rsocket import AwaitableRSocket
from rsocket.extensions.composite_metadata import CompositeMetadata
from rsocket.extensions.helpers import composite, route
from rsocket.extensions.mimetypes import WellKnownMimeTypes
from rsocket.helpers import create_future, single_transport_provider
from rsocket.payload import Payload
from rsocket.request_handler import BaseRequestHandler
from rsocket.rsocket_client import RSocketClient
from rsocket.rsocket_server import RSocketServer
from rsocket.streams.stream_from_generator import StreamFromGenerator
from rsocket.transports.aiohttp_websocket import TransportAioHttpClient, websocket_handler_factory
from rsocket.transports.tcp import TransportTCP

heard = b'nothing'


def items(payloads):
    return StreamFromGenerator(lambda: ((payload, i == len(payloads) - 1) for i, payload in enumerate(payloads)))


class Echo(DefaultSubscriber):
    """Both ends of a channel: what comes goes back."""

    def __init__(self, first):
        super().__init__()
        self.first = first
        self.out = None

    def subscribe(self, subscriber):
        self.out = subscriber
        subscriber.on_subscribe(self)
        subscriber.on_next(self.first, False)

    def request(self, n):
        pass

    def cancel(self):
        pass

    def on_subscribe(self, subscription):
        super().on_subscribe(subscription)
        subscription.request(1000)

    def on_next(self, value, is_complete=False):
        self.out.on_next(value, is_complete)

    def on_complete(self):
        self.out.on_complete()


class Handler(BaseRequestHandler):
    async def request_response(self, payload):
        if payload.data == b'fail':
            raise Exception('failed')
        if payload.data == b'heard':
            return create_future(Payload(heard))
        if payload.data == b'route':
            metadata = CompositeMetadata()
            metadata.parse(payload.metadata)
            return create_future(Payload(metadata.items[0].tags[0]))
        return create_future(payload)

    async def request_stream(self, payload):
        count = int(payload.data.split(b':')[1])
        return StreamFromGenerator(lambda: ((Payload(b'%d' % i), i == count - 1) for i in range(count)))

    async def request_channel(self, payload):
        echo = Echo(payload)
        return echo, echo

    async def request_fire_and_forget(self, payload):
        global heard
        heard = payload.data

    async def on_metadata_push(self, metadata):
        global heard
        heard = metadata.metadata


async def serve(tcp, ws):
    def session(*connection):
        RSocketServer(TransportTCP(*connection), handler_factory=Handler, fragment_size_bytes=16384)

    await asyncio.start_server(session, '127.0.0.1', tcp)
    app = web.Application()
    app.add_routes([web.get('/', websocket_handler_factory(handler_factory=Handler, fragment_size_bytes=16384))])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, '127.0.0.1', ws).start()
    print('ready', flush=True)
    await asyncio.Event().wait()


class Taking(DefaultSubscriber):
    """Takes so many items at a time, and cancels after the most."""

    def __init__(self, batch, most):
        super().__init__()
        self.batch, self.most, self.items, self.done = batch, most, [], asyncio.Event()

    def on_next(self, value, is_complete=False):
        self.items.append(value.data.decode())
        if len(self.items) == self.most:
            self.subscription.cancel()
            self.done.set()
        elif is_complete:
            self.done.set()
        elif len(self.items) % self.batch == 0:
            self.subscription.request(self.batch)

    def on_complete(self):
        self.done.set()

    def on_error(self, exception):
        self.items.append(str(exception))
        self.done.set()


async def check(name, url):
    place = urlparse(url)
    if place.scheme == 'ws':
        transport = TransportAioHttpClient(url)
    else:
        transport = TransportTCP(*await asyncio.open_connection(place.hostname, place.port))
    async with RSocketClient(
        single_transport_provider(transport),
        handler_factory=Handler,
        data_encoding=b'text/plain',
        metadata_encoding=WellKnownMimeTypes.MESSAGE_RSOCKET_COMPOSITE_METADATA,
        keep_alive_period=timedelta(seconds=1),
        fragment_size_bytes=16384,
    ) as client:
        await run_checks(name, client)


async def run_checks(name, client):
    awaitable = AwaitableRSocket(client)
    large = b'x' * 300_000

    async def response():
        answer = await client.request_response(Payload(b'hello', b'meta'))
        return answer.data + b' ' + answer.metadata

    async def error():
        try:
            await client.request_response(Payload(b'fail'))
            return 'none'
        except Exception as failure:
            return str(failure)

    async def large_payload():
        return (await client.request_response(Payload(large))).data

    async def stream(payload, batch, most):
        taking = Taking(batch, most)
        client.request_stream(Payload(payload)).initial_request_n(batch).subscribe(taking)
        await taking.done.wait()
        return taking.items

    async def channel():
        payloads = [Payload(b'%d' % i) for i in range(100)]
        answers = await awaitable.request_channel(payloads[0], items(payloads[1:]))
        return [answer.data.decode() for answer in answers]

    async def until(wanted):
        for _ in range(500):
            found = (await client.request_response(Payload(b'heard'))).data
            if found == wanted:
                break
        return found

    async def fired():
        client.fire_and_forget(Payload(b'fired'))
        return await until(b'fired')

    async def pushed():
        client.metadata_push(b'pushed')
        return await until(b'pushed')

    async def routed():
        return (await client.request_response(Payload(b'route', composite(route('the.route'))))).data

    numbers = [str(i) for i in range(1000)]
    checks = [
        ('a response', b'hello meta', response),
        ('an error', 'failed', error),
        ('a large payload', large, large_payload),
        ('a stream with little credit', numbers, lambda: stream(b'count:1000', 7, 1001)),
        ('a stream that is cancelled', numbers[:10], lambda: stream(b'count:1000000', 7, 10)),
        ('a channel', numbers[:100], channel),
        ('fire and forget', b'fired', fired),
        ('pushed metadata', b'pushed', pushed),
        ('a route', b'the.route', routed),
    ]
    for what, wanted, run in checks:
        try:
            found = await asyncio.wait_for(run(), 10)
        except Exception as failure:
            found = repr(failure)
        ok = found == wanted or (what == 'an error' and wanted in found)
        print(f'ok {name}: {what}' if ok else f'FAILED {name}: {what}: {str(found)[:200]}', flush=True)


if sys.argv[1] == 'serve':
    asyncio.run(serve(int(sys.argv[2]), int(sys.argv[3])))
else:
    asyncio.run(check(sys.argv[2], sys.argv[3]))
