/** What cells are measured on, in and with: checked targets, their servers, the forks, and how they ended. */
package org.rowmark.run.cells;
