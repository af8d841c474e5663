/** The settings of external servers that runs change, recorded until they are back. */
package org.rowmark.settings;
