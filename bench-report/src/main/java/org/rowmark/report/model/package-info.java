/** What a report shows, before it is laid out: the views with their badges, answers and published figures. */
package org.rowmark.report.model;
