/**
 * Backups of a generated database for restore workloads: build, cache, disk space, and the check that a restored
 * database is a faithful copy. Knows fixture, db and the packages below.
 */
package org.rowmark.restore;
