package dev.weir;

/**
 * Marks threads that serve many pipelines and must never wait. The blocking ends ({@code await},
 * {@code iterate}) fail at once on such a thread, with an error that names it.
 */
public interface EventLoopThread {}
