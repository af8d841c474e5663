/** Helpers that know nothing of databases. */
package org.rowmark.util;
