/** The links of a run: which targets have which, as an option or a study chooses them. */
package org.rowmark.link.sweep;
