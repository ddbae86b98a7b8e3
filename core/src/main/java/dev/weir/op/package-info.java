/**
 * How to write an operator.
 *
 * <p>One operator is one file, named as its method, in the package of its family. It has two classes: the public one,
 * which extends {@link dev.weir.op.kernel.stage.Operator} (or {@link dev.weir.op.kernel.stage.Source} if it has no
 * upstream, or more than one way to it) and describes the operator, immutable; and a private stage, which is one
 * subscription. {@code Map} is the example to follow. It knows three classes of the kernel: {@code Operator}, {@code
 * PassThrough} and {@code Stage}, and hands on a {@link dev.weir.op.kernel.root.Root}: the subscription that all its stages
 * belong to, with the context, and one way to fail from wherever something goes wrong.
 *
 * <h2>Which stage to extend</h2>
 *
 * <ul>
 *   <li>{@link dev.weir.op.kernel.stage.PassThrough}, if it only looks at items one by one. Demand and cancellation go
 *       past it. What to drop, it drops by returning false.
 *   <li>{@link dev.weir.op.kernel.stage.Intercept}, if it has to see requests or the cancellation: {@code Take}, {@code
 *       Buffer}; {@link dev.weir.op.kernel.stage.Exclusive}, if a timer or another stream may end it between two items, also
 *       before its upstream has answered: {@code Timeout}.
 *   <li>{@link dev.weir.op.kernel.stage.Counting}, if it has to know how much was asked for: {@code Take}.
 *   <li>{@link dev.weir.op.kernel.stage.AtEnd}, if it does something at the end: {@code DoFinally}.
 *   <li>{@link dev.weir.op.kernel.drain.SerialDrain}, if it is signalled by more than its upstream, or keeps items:
 *       {@code SwitchMap}; {@link dev.weir.op.kernel.inner.Sides}, if several streams feed it: {@code Zip}.
 *   <li>{@link dev.weir.op.kernel.drain.Prefetching}, if it also asks for items ahead: {@code PublishOn}; {@link
 *       dev.weir.op.kernel.drain.Timed}, if they wait for a time: {@code Delay}.
 * </ul>
 *
 * <p>A source that computes its items is a {@link dev.weir.op.kernel.stage.PullSource}, its subscription a {@link
 * dev.weir.op.kernel.stage.Pull}: {@code Range}. Streams of which the next is chosen when the one before has ended are a
 * {@link dev.weir.op.kernel.inner.Sequence}: {@code Concat}, {@code RetryWith}. A change of the context is a {@link
 * dev.weir.op.kernel.stage.WithContext}, which has no stage.
 *
 * <h2>The laws of a stage</h2>
 *
 * <ol>
 *   <li>Signals to a stage are serial. Requests and cancellations come from any thread at any time.
 *   <li>{@code onNext} returns false if the item used up no demand. That is a {@code request(1)} without its cost: a stage
 *       that counts demand must not count that item.
 *   <li>Never emit more than was requested. Never lose a request. Ask upstream for nothing before somebody asks: what comes
 *       at once goes straight down then. A source that emits nothing before it is asked says so by {@code isEager()}.
 *   <li>Whoever has cancelled its upstream inside a signal is signalled no more, so there is no flag to check. A source
 *       looks at {@code isCancelled()} after each item; the kernel looks for what other threads did, between batches.
 *   <li>A user's function is called inside {@code try}; what it throws goes to {@code fail}, with the function, whose class
 *       tells the place in the user's code. A null where an item is due is caught by {@code due}. What is thrown elsewhere
 *       ends up in {@code Root.crash}: nobody waits for ever.
 *   <li>A failure that can't be delivered goes to {@link dev.weir.op.kernel.root.Dropped}, an item that is kept and can't
 *       be delivered to {@link dev.weir.op.kernel.root.Undelivered}.
 *   <li>The item that ends a stream goes down before its upstream is cancelled: what closes above must not close too early.
 *   <li>What is kept is bounded, also while another thread holds the drain, and forgotten at the end.
 *   <li>Time comes from {@code context().clock()}; a timer lives in a {@link dev.weir.op.kernel.race.Slot}.
 *   <li>No atomics outside the kernel. Take {@code Once}, {@code Slot}, {@code ExclusiveEnd}, {@code Requested}.
 *   <li>No lock is held while user code or another stage runs.
 * </ol>
 *
 * <h2>An operator of One</h2>
 *
 * One class, a {@link dev.weir.op.kernel.run.Link} to the step before it, or a {@link dev.weir.op.kernel.run.Step} if it has
 * none, or does not poll it at once; an {@link dev.weir.op.kernel.run.End} with its {@link
 * dev.weir.op.kernel.run.Terminal} if it comes of a stream. {@code Map} is the example to follow.
 *
 * <ol>
 *   <li>The object is the description: all subscriptions share it. What belongs to one run lives in a {@link
 *       dev.weir.op.kernel.run.Continuation} or a {@link dev.weir.op.kernel.run.Pending}.
 *   <li>{@code poll} does what can be done now. What has to be waited for, it returns as a {@code Pending} that has not
 *       begun: there may be nobody to start it. {@link dev.weir.op.kernel.run.Started} makes one of a lambda.
 *   <li>A pending step ends by {@code accept}, from any thread, also inside its start. It gives {@code onCancel} what to
 *       stop. Only what is foreign may end twice: that is dropped.
 *   <li>To go on with another One that a function makes, return {@code continueWith}, and before the function is called {@code
 *       later} where the depth is above {@code DEEPEST_CALL}: what is made always begins then, and there is room for it. To run
 *       several side by side, or against a timer, give each a {@link dev.weir.op.kernel.run.Run}.
 *   <li>{@code cancelled} is called if neither {@code resume} nor {@code recover} will be.
 *   <li>The context is that of the run that {@code poll}, {@code resume} or {@code start} is given.
 * </ol>
 *
 * <h2>What keeps it fast</h2>
 *
 * The kernel copies the stage's class for each place in the user's code, so that the JIT sees that place alone ({@link
 * dev.weir.op.kernel.site.Tailor}). So: the user's function and {@code downstream.onNext} are called in the stage's own
 * code, not in a base class; the operator passes its function, the stage's class, and its one constructor, of (operator,
 * downstream, root), on to {@code Operator}; stages, and an operator's inner subscribers, know each
 * other by kernel types or interfaces only; no stage names its own type in a field or in a method's parameters or result.
 * A step of a One gives its {@code function()}, and has one constructor, which takes the source and the function, or the
 * function alone.
 *
 * <p>A pipeline of a few items is made and run for each request, so what is made for it counts: no object for a wait that
 * may not come, no volatile field that a constructor sets, no more calls between what connects and what emits than the JIT
 * inlines. A source that knows it has few items says so ({@code isFew}), and its stages are not copied.
 *
 * <p>Whoever flattens asks first whether the inner stream is {@link dev.weir.op.kernel.stage.Known}, and then passes its
 * items on without subscribing, if nobody else can emit at that moment and there is demand for all. Items of iterables are
 * taken one by one ({@link dev.weir.op.kernel.stage.PullSource#items}).
 *
 * <h2>What belongs to it</h2>
 *
 * A method, one line, with its doc: of {@link dev.weir.Operators}, as {@link dev.weir.Many} and {@link dev.weir.One} have as
 * many names as they may. And a test class in the same package of the module {@code proofs}, which opens with the shared
 * laws and the Reactive Streams TCK.
 */
package dev.weir.op;
