/**
 * What is made before the first round: the data of a target's cells, loaded or copied from the cache, and what
 * workloads prepare. Knows plan, {@code run.servers} and the packages below.
 */
package org.rowmark.run.data;
