/** The value of the option that varies the memory of servers. */
package org.rowmark.memory.sweep;
