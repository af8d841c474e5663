/** Options that several commands have. */
package org.rowmark.cli.option;
