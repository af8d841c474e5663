/**
 * The JMH states that workloads build on: the target in the fork, a connection per thread, tables and generated data.
 */
package org.rowmark.state;
