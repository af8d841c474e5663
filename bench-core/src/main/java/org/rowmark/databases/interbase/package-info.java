/** InterBase as an external server. */
package org.rowmark.databases.interbase;
