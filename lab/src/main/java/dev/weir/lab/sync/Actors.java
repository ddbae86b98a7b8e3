package dev.weir.lab.sync;

import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.ActorSystem;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What Pekko Streams run on. */
@State(Scope.Benchmark)
public class Actors {
    public ActorSystem system;

    @Setup
    public void start() {
        system = ActorSystem.create(
                "lab", ConfigFactory.parseString("pekko.loglevel = WARNING").withFallback(ConfigFactory.load()));
    }

    @TearDown
    public void stop() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }
}
