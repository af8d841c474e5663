/**
 * What cells are measured on, in and with: checked targets, the data that is loaded or copied before the first round,
 * what workloads prepare, servers, forks, and how these ended.
 */
package org.rowmark.run.cells;
