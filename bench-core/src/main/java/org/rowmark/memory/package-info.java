/** The memory of servers: its steps, what is in force, and the limit by a cgroup. */
package org.rowmark.memory;
