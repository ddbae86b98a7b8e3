/** Circuit breakers, bulkheads and rate limiters around pipelines: {@link dev.weir.resilience4j.Guard}. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // the library has no module descriptors
module dev.weir.resilience4j {
    requires static org.jspecify;
    requires transitive dev.weir;
    requires transitive io.github.resilience4j.bulkhead;
    requires transitive io.github.resilience4j.circuitbreaker;
    requires transitive io.github.resilience4j.ratelimiter;

    exports dev.weir.resilience4j;
}
