/**
 * Probes and laws for testing streams, for any test framework: what fails throws an {@link AssertionError} that
 * tells what happened.
 *
 * <ul>
 *   <li>{@link dev.weir.testkit.Probe} is a subscriber in the test's hand, which checks the rules.
 *   <li>{@link dev.weir.testkit.Steps} go through what a stream does, one after the other.
 *   <li>{@link dev.weir.testkit.Leaks} tell what a block of a test leaves behind.
 *   <li>{@link dev.weir.testkit.TestPublisher} is a publisher in the test's hand, which breaks them if it is told.
 *   <li>{@link dev.weir.testkit.VirtualTime} is a clock that the test moves.
 *   <li>{@link dev.weir.testkit.Marbles} are tests that are pictures.
 *   <li>{@link dev.weir.testkit.OperatorLaws} runs an operator, a source or a function through all cases.
 * </ul>
 */
@NullMarked
package dev.weir.testkit;

import org.jspecify.annotations.NullMarked;
