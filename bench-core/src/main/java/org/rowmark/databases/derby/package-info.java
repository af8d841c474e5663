/** Apache Derby, embedded. */
package org.rowmark.databases.derby;
