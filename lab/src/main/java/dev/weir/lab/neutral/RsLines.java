package dev.weir.lab.neutral;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The lines of a text file, read as they are asked for. */
public final class RsLines implements Publisher<String> {
    private final Path file;

    public RsLines(Path file) {
        this.file = file;
    }

    @Override
    public void subscribe(Subscriber<? super String> subscriber) {
        Emission emission = new Emission(subscriber);
        subscriber.onSubscribe(emission);
        emission.open(file);
    }

    private static final class Emission extends AtomicLong implements Subscription {
        private final Subscriber<? super String> subscriber;
        private BufferedReader reader;
        private String next;
        private volatile boolean ended;
        private volatile boolean misused;

        Emission(Subscriber<? super String> subscriber) {
            super(1); // nobody emits before the file is open
            this.subscriber = subscriber;
        }

        void open(Path file) {
            try {
                reader = Files.newBufferedReader(file);
                next = reader.readLine();
                emit(1);
            } catch (IOException failure) {
                fail(failure);
            }
        }

        @Override
        public void request(long n) {
            if (n <= 0) {
                misused = true;
            }
            if (getAndAccumulate(Math.max(1, n), Demand::add) == 0) {
                emit(0);
            }
        }

        @Override
        public void cancel() {
            ended = true;
            if (getAndAccumulate(1, Demand::add) == 0) {
                emit(0);
            }
        }

        private void emit(long alreadyCounted) {
            try {
                drain(alreadyCounted);
            } catch (IOException failure) {
                fail(failure);
            }
        }

        private void drain(long alreadyCounted) throws IOException {
            long emitted = alreadyCounted;
            long demanded = get();
            while (true) {
                while (emitted != demanded && !ended && !misused && next != null) {
                    subscriber.onNext(next);
                    emitted++;
                    next = reader.readLine();
                }
                if (ended || misused || next == null) {
                    end();
                    return;
                }
                demanded = addAndGet(-emitted);
                emitted = 0;
                if (demanded == 0) {
                    return;
                }
            }
        }

        private void end() throws IOException {
            reader.close();
            if (misused) {
                fail(Demand.misused());
            } else if (!ended) {
                ended = true;
                subscriber.onComplete();
            }
        }

        private void fail(Exception failure) {
            if (!ended) {
                ended = true;
                subscriber.onError(failure);
            }
        }
    }
}
