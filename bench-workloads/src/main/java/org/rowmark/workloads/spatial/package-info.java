/** The workload spatial: a generated map, queries on it, and the answers that they must give. */
package org.rowmark.workloads.spatial;
