/** The memory of servers: what is in force, and the limit by a cgroup. */
package org.rowmark.run.memory;
