/** The workload order-queries: tables of orders, queries on them, and the answers that they must give. */
package org.rowmark.workloads.orders;
