/**
 * Generated data in a target's database: data sets, their loading and checking, the marker table of what is Rowmark's, and
 * the cache of loaded files. Knows db, process and the packages below.
 */
package org.rowmark.data;
