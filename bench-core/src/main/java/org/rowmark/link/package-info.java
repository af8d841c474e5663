/** A simulated network link: a TCP relay in a process of its own, between a driver and its server. Knows util only. */
package org.rowmark.link;
