/** What a run decides by what it has measured: rounds, rows and warm-up iterations. */
package org.rowmark.run.adaptive;
