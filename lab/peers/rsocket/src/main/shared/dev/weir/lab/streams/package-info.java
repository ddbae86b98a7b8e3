/** What servers and clients of streams have in common, whatever they are made with; compiled with each of them. */
@NullMarked
package dev.weir.lab.streams;

import org.jspecify.annotations.NullMarked;
