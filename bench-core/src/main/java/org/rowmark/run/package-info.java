/** From a request to a run directory: the plan, the rounds, one fork per cell and round. */
package org.rowmark.run;
