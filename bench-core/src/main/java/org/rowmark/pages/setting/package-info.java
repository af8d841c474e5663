/** The setting {@code large-pages} of targets. */
package org.rowmark.pages.setting;
