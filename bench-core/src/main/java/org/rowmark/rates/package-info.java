/** The search for the highest rate at which a workload meets a goal. */
package org.rowmark.rates;
