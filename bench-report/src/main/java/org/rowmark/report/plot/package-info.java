/**
 * The plots of a report as inline SVG markup, and the cells of its heat table. Pure functions of their data: equal data
 * give equal bytes, in every locale. Names may be any text; they are escaped, shortened and kept from acting as markup
 * here. Colours, strokes and sizes of type are in {@code report.css}, which a page includes once. A value that is not
 * finite is not drawn.
 */
package org.rowmark.report.plot;
