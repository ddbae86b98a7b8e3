package dev.weir.docs;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.reactivestreams.ReactiveStreams;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** A row of the tables: something of another library, and what does the same here. */
record Migration(String theirs, String ours, Callable<?> theirCode, Callable<?> ourCode) {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** The items, and the class of the failure behind them. */
    record Outcome(List<Object> items, @Nullable Class<?> failure) {}

    /** What another library than that of the row calls it. */
    record Cell(String row, String theirs, Callable<?> code) {
        String name() {
            return row + ", " + theirs;
        }

        Outcome outcome() {
            return Migration.outcome(code);
        }
    }

    static Cell cell(String row, String theirs, Callable<?> code) {
        return new Cell(row, theirs, code);
    }

    static Migration row(String theirs, String ours, Callable<?> theirCode, Callable<?> ourCode) {
        return new Migration(theirs, ours, theirCode, ourCode);
    }

    String name() {
        return theirs + " is " + ours;
    }

    Outcome theirOutcome() {
        return outcome(theirCode);
    }

    Outcome ourOutcome() {
        return outcome(ourCode);
    }

    /** What was noted while the stream ran. */
    static Many<Object> noted(Function<List<Object>, ?> code) {
        List<Object> notes = new ArrayList<>();
        return stream(code.apply(notes)).count().onErrorComplete().flatMapMany(none -> Many.from(notes));
    }

    private static Outcome outcome(Callable<?> code) {
        List<Object> items = new ArrayList<>();
        try {
            stream(code.call()).forEach(items::add).await(LIMIT);
        } catch (Exception failure) {
            boolean wrapped = failure instanceof CompletionException;
            return new Outcome(items, (wrapped ? failure.getCause() : failure).getClass());
        }
        return new Outcome(items, null);
    }

    /** What the code returns, as a stream; a null, or an empty one, has no items. */
    private static Many<?> stream(@Nullable Object result) {
        return switch (result) {
            case null -> Many.empty();
            case Many<?> many -> many;
            case One<?> one -> one.toMany();
            case Publisher<?> publisher -> ReactiveStreams.many(publisher);
            case Flow.Publisher<?> publisher -> Many.from(publisher);
            case Single<?> single -> ReactiveStreams.many(single.toFlowable());
            case Maybe<?> maybe -> ReactiveStreams.many(maybe.toFlowable());
            case Completable completable -> ReactiveStreams.many(completable.toFlowable());
            case Uni<?> uni -> One.from(uni.subscribeAsCompletionStage()).toMany();
            case CompletionStage<?> stage -> One.from(stage).toMany();
            default -> Many.of(result);
        };
    }
}
