/** Helpers for texts, times, files, secrets and the end of the process. Knows no other package. */
package org.rowmark.util;
