/** The part of the product interface that backs up and restores whole databases. Knows targets and util. */
package org.rowmark.db.restore;
