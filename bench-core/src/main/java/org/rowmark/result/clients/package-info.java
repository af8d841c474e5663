/** The record of the clients of a run, where several measured at the same time. */
package org.rowmark.result.clients;
