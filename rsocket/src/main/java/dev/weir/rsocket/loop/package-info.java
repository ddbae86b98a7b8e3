/**
 * RSocket for those who count bytes: callbacks on the event loop of the connection, and nothing made for a message.
 *
 * <p>A {@link dev.weir.rsocket.loop.Acceptor} says who answers the requests of a peer, a {@link
 * dev.weir.rsocket.loop.Responder} answers them, and a {@link dev.weir.rsocket.loop.StreamListener} hears of streams, which
 * are numbers of a {@link dev.weir.rsocket.loop.LoopConnection}. Everything here is called on the loop, and must be called
 * there: see {@link dev.weir.rsocket.loop.LoopConnection#post}. Nothing here may block.
 */
@NullMarked
package dev.weir.rsocket.loop;

import org.jspecify.annotations.NullMarked;
