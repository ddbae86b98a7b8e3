package dev.weir.op.group;

import dev.weir.Many;
import dev.weir.Many.Group;
import dev.weir.op.kernel.drain.Splitting;
import dev.weir.op.kernel.drain.Splitting.Rule;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Crossing;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;
import java.util.function.Function;

/** Streams of the items that have the same key, or that follow each other. */
public final class GroupBy<K, T> extends Source<Group<K, T>> {
    private final Rule<K, T> rule;

    public GroupBy(Many<T> source, int most, Function<? super T, ? extends K> key) {
        Argument.checked(most, most > 0, "groupBy: the number of groups must be positive");
        this(source, new Rule<>("groupBy", Site.note(Argument.function(key, GroupBy.class)), most, 0, 0));
    }

    private GroupBy(Many<T> source, Rule<K, T> rule) {
        super(source);
        this.rule = rule;
    }

    /** One group at a time, which ends. */
    public static <T> Many<Many<T>> window(Many<T> source, int size, Duration longest) {
        Argument.checked(size, size > 0, "window: the size must be positive");
        Rule<String, T> rule = new Rule<>("window", item -> "", 1, size, SystemClock.nanos(longest));
        return new GroupBy<>(source, rule).map(Group::items);
    }

    @Override
    protected void start(Stage<? super Group<K, T>> stage, Root root, boolean few) {
        Splitting<K, T> splitting = new Splitting<>(rule, stage, root);
        splitting.subscribe(stage);
        connect(source(), Crossing.into(splitting));
    }
}
