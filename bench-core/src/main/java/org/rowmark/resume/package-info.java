/** A run that was stopped: what is kept of it, and what has changed since. */
package org.rowmark.resume;
