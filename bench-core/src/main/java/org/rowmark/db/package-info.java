/** What is measured: databases, targets, servers, and how a process connects to them. */
package org.rowmark.db;
