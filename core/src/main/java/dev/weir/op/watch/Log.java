package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SignalLog;
import dev.weir.op.kernel.stage.Intercept;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;

/** A line in the log for each signal. */
public final class Log<T> extends Operator<T, T> {
    private final SignalLog log;

    public Log(Many<T> source, String name) {
        super(source, Logging.class, Logging<T>::new);
        this.log = new SignalLog(name);
    }

    private static final class Logging<T> extends Intercept<T, T> {
        private final SignalLog log;

        Logging(Log<T> description, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.log = description.log;
        }

        private void tell(String signal, Object detail) {
            log.tellOrDrop(context(), signal, detail);
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            tell("subscribe", "");
            super.onSubscribe(newUpstream);
        }

        @Override
        public boolean onNext(T item) {
            try {
                log.tell(context(), "next ", item);
            } catch (Throwable failure) {
                return fail(failure, null);
            }
            return downstream.onNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            tell("error ", failure);
            downstream.onError(failure);
        }

        @Override
        public void onComplete() {
            tell("complete", "");
            downstream.onComplete();
        }

        @Override
        public void request(long n) {
            tell("request ", n == Long.MAX_VALUE ? "unbounded" : Long.toString(n));
            upstream.request(n);
        }

        @Override
        public void cancel() {
            tell("cancel", "");
            upstream.cancel();
        }
    }
}
