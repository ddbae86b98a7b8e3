/**
 * Reactive streams in two types: {@link dev.weir.One} and {@link dev.weir.Many}.
 *
 * <h2>The laws</h2>
 *
 * Every operator keeps them; its own doc says only what it adds.
 *
 * <ul>
 *   <li><b>Cold.</b> Nothing happens until somebody subscribes; each subscription has its own
 *       state.
 *   <li><b>Bounded.</b> No more items than demanded are emitted, no demand is lost, and nothing is
 *       kept without a bound. Counts saturate at {@code Long.MAX_VALUE}, which means unbounded.
 *   <li><b>Serial.</b> Signals of one subscription never overlap: any number of items, then at most
 *       one completion or failure, then nothing.
 *   <li><b>Failing.</b> A function that throws, or returns null where an item is due, cancels
 *       upstream and fails downstream once.
 *   <li><b>Cancelling</b> releases upstream, inner streams, timers and queued items. It never
 *       interrupts a user's thread.
 *   <li><b>Nothing is lost.</b> An item that was emitted comes out, or was given to a function, or is told to {@code
 *       onUndelivered}, unless the operator says that it wants none, as {@code then} and {@code count}. Failures that come after the end go to {@link dev.weir.DroppedErrors}. A failure that reaches
 *       somebody has a note of the stage, the pipeline and the place in your code where it was made.
 *   <li><b>Deep.</b> A chain may be as long as memory, and a recursion in last place ({@code concat}, {@code defer},
 *       {@code flatMapMany}, {@code onErrorResume}) has no end. More than a hundred operators in a row ask for one item
 *       at a time, whatever is asked for below: if their source does not wait, put an {@code onOverflow} next to it.
 *   <li><b>Time</b> is that of the {@link dev.weir.Clock} in the subscription's {@link
 *       dev.weir.Context}. A duration that is negative is refused; of zero, it is refused where nothing could happen within
 *       it (a timeout, a period) and means at once elsewhere; one of more than 292 years is as one without end.
 * </ul>
 *
 * An operator's doc has four labels: what it <b>emits</b>, what it <b>requests</b> from upstream,
 * when it <b>completes</b>, and what it <b>cancels</b>. One of {@link dev.weir.One} has three: what it
 * <b>gives</b>, when it <b>fails</b>, and what it <b>cancels</b>. A picture has a line for each source, <i>a</i> and
 * <i>b</i> if there are two, with code beside it, and below what comes of them: a sign takes a tick, {@code |} is the
 * completion, {@code #} a failure, {@code (ab)} at once, {@code {ab}} one item.
 */
@NullMarked
package dev.weir;

import org.jspecify.annotations.NullMarked;
