/** Starts servers, puts load on them, and reads what it cost them. Knows nothing of rows and reports. */
package dev.weir.lab.load;
