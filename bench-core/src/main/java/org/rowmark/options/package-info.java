/**
 * Options of a run and their values as users write them. The lowest layer between users and runs; knows result, stats,
 * db and the packages below.
 */
package org.rowmark.options;
