/**
 * A live currency desk: the runnable example. {@link dev.weir.desk.Table} and what it is made of know money and
 * nothing of streams. Read on in this order:
 *
 * <ol>
 *   <li>{@link dev.weir.desk.TcpDesk}: ten thousand answers in flight on one connection, and no thread that waits
 *   <li>{@link dev.weir.desk.Rates}: one table that anybody moves and everybody watches, at each watcher's pace
 *   <li>{@link dev.weir.desk.HttpDesk}: a page, JSON and server-sent events from the same rates
 *   <li>{@link dev.weir.desk.Desk}: the start, the limits and the orderly end
 * </ol>
 */
@NullMarked
package dev.weir.desk;

import org.jspecify.annotations.NullMarked;
