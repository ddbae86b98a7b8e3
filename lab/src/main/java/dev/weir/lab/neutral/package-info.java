/**
 * Sources and subscribers that belong to no library. Each exists twice, once for {@code java.util.concurrent.Flow} and
 * once for {@code org.reactivestreams}, with the same code, so that no library pays for an adapter.
 */
package dev.weir.lab.neutral;
