/** Values of threads, registered with Micrometer's context propagation, inside the functions of pipelines. */
@SuppressWarnings("requires-automatic") // the library has no module descriptor
module dev.weir.propagation {
    requires static org.jspecify;
    requires transitive dev.weir;
    requires context.propagation;

    exports dev.weir.propagation;

    provides dev.weir.ThreadValues with
            dev.weir.propagation.carry.Registered;
    provides io.micrometer.context.ContextAccessor with
            dev.weir.propagation.carry.Contexts;
}
