/** Huge pages of Linux: those of a server's processes, and the pool that the kernel has of them. */
package org.rowmark.run.hugepages;
