/** What a library costs before it does anything: memory, start-up, code. */
package dev.weir.lab.footprint;
