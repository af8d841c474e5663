/**
 * A server that speaks just enough of TDS, the protocol of SQL Server, for Microsoft's driver to work with H2 behind
 * it: one of those endpoints that understand T-SQL on another engine and lack most of the rest. Written after [MS-TDS].
 */
package org.rowmark.databases.tds;
