package org.rowmark.report.format;

/** A named value. */
public record Fact(String name, String value) {}
