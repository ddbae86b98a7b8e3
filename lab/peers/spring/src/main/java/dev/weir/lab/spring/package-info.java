/** Spring's RSocket messaging, as a peer. */
@NullMarked
package dev.weir.lab.spring;

import org.jspecify.annotations.NullMarked;
