package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.Intercept;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.SignalLog;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;

/** A line in the log for each signal. */
public final class Log<T> extends Operator<T, T> {
    private final SignalLog log;

    public Log(Many<T> source, String name) {
        super(source);
        this.log = new SignalLog(name);
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Logging<>(this, downstream);
    }

    private static final class Logging<T> extends Intercept<T, T> {
        private final SignalLog log;

        Logging(Log<T> description, Stage<? super T> downstream) {
            super(downstream);
            this.log = description.log;
        }

        private void log(String signal, Object detail) {
            log.tell(context(), signal, detail);
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            log("subscribe", "");
            super.onSubscribe(newUpstream);
        }

        @Override
        public boolean onNext(T item) {
            log("next ", item);
            return downstream.onNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            log("error ", failure);
            downstream.onError(failure);
        }

        @Override
        public void onComplete() {
            log("complete", "");
            downstream.onComplete();
        }

        @Override
        public void request(long n) {
            log("request ", n == Long.MAX_VALUE ? "unbounded" : Long.toString(n));
            upstream.request(n);
        }

        @Override
        public void cancel() {
            log("cancel", "");
            upstream.cancel();
        }
    }
}
