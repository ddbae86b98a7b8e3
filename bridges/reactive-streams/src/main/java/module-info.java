/** Streams from and for libraries that speak {@code org.reactivestreams}: {@link dev.weir.reactivestreams.ReactiveStreams}. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // the library has no module descriptor
module dev.weir.reactivestreams {
    requires static org.jspecify;
    requires transitive dev.weir;
    requires transitive org.reactivestreams;

    exports dev.weir.reactivestreams;
}
