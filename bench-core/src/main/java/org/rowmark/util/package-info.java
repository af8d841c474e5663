/** Helpers for texts, times, files and secrets. Knows no other package. */
package org.rowmark.util;
