/**
 * The talk between a fork and the other processes of a run, as the fork holds it: signals, the group of clients, reports of
 * hangs, the end with its parent. Knows db and the packages below.
 */
package org.rowmark.fork;
