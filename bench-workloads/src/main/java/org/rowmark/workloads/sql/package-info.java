/**
 * The parts of the workload {@code sql}: the statements of a user's files, their parameters and plans, the check of
 * their results, and the schema that scripts of the user fill.
 */
package org.rowmark.workloads.sql;
