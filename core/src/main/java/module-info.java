import org.jspecify.annotations.NullMarked;

/** Reactive streams in two types, {@link dev.weir.One} and {@link dev.weir.Many}. */
@NullMarked
module dev.weir {
    requires static transitive org.jspecify;
    requires org.jctools.core.jdk11;

    exports dev.weir;

    uses dev.weir.ThreadValues;
}
