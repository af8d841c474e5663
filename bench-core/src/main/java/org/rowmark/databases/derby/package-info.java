/** Apache Derby, embedded, with restore from its own backups. */
package org.rowmark.databases.derby;
