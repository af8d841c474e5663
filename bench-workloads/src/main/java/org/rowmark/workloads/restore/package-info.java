/**
 * The parts of the workload {@code restore}: parameters, preparation and setup, the generated database and its backups, and
 * the check that a restored database is a faithful copy.
 */
package org.rowmark.workloads.restore;
