/** Files of a run directory about the queries of a pass: their plans, and a drawing of what they ask of a map. */
package org.rowmark.result.query;
