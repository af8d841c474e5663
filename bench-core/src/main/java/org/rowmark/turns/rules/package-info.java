/** The rules of the option by which targets take turns. */
package org.rowmark.turns.rules;
