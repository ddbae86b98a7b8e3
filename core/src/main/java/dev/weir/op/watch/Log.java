package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.Intercept;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.Objects;

/** A line in the log for each signal. */
public final class Log<T> extends Operator<T, T> {
    private final System.Logger logger;
    private final String prefix; // the default format of java.util.logging does not tell the logger

    public Log(Many<T> source, String name) {
        super(source);
        this.logger = System.getLogger("dev.weir." + Objects.requireNonNull(name, "name"));
        this.prefix = "[" + name + "] ";
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Logging<>(this, downstream);
    }

    private static final class Logging<T> extends Intercept<T, T> {
        private final System.Logger logger;
        private final String prefix;

        Logging(Log<T> log, Stage<? super T> downstream) {
            super(downstream);
            this.logger = log.logger;
            this.prefix = log.prefix;
        }

        private void log(String signal, Object detail) {
            if (logger.isLoggable(System.Logger.Level.INFO)) {
                logger.log(System.Logger.Level.INFO, prefix + signal + detail);
            }
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
