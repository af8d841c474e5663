package org.rowmark.report;

/** A named value. */
record Fact(String name, String value) {}
