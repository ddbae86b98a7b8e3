/** One operator between a list and what is made of it. */
package dev.weir.lab.operators;
