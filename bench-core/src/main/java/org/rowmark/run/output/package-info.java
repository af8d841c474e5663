/**
 * Files and progress lines of a run in progress: locks, logs, data directories, the JMH export. Knows plan, result and
 * the packages below.
 */
package org.rowmark.run.output;
