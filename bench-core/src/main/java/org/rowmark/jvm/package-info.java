/** The JVMs of a run whose targets choose those that measure them. */
package org.rowmark.jvm;
