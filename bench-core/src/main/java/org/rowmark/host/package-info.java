/** What of a machine may make a difference to numbers. */
package org.rowmark.host;
