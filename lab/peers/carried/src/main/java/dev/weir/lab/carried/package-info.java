/** What the lab puts on the class path of who is measured with a thread-local that pipelines carry. */
@NullMarked
package dev.weir.lab.carried;

import org.jspecify.annotations.NullMarked;
