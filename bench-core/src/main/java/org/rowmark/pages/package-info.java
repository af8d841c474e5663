/** Huge pages of servers: what their processes hold, and the check of targets with the setting {@code large-pages}. */
package org.rowmark.pages;
