/**
 * The restore of backups, which the workload {@code restore} measures: what a product's {@link
 * org.rowmark.workloads.restore.Restorer} can do, parameters, preparation and setup, the generated database and its backups,
 * and the check that a restored database is a faithful copy. The packages below know the products.
 */
package org.rowmark.workloads.restore;
