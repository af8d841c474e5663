/** The generated data of workloads: tables, keys and rows, and the states that read, count and check them. */
package org.rowmark.workloads.data;
