/** Files from Maven repositories: downloads, their cache, the user's Maven settings. Knows util only. */
package org.rowmark.artifact;
