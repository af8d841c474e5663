package org.rowmark.report.format;

/** Commas between the thousands. A formatter would take most of the time of a large report. */
public final class Thousands {
    private Thousands() {}

    /** @param plain digits, perhaps with a sign and a point: {@code -1234.5} becomes {@code -1,234.5} */
    public static String grouped(String plain) {
        int point = plain.indexOf('.');
        int end = point < 0 ? plain.length() : point;
        int first = plain.startsWith("-") ? 1 : 0;
        if (end - first <= 3) {
            return plain;
        }
        StringBuilder grouped = new StringBuilder(plain);
        for (int i = end - 3; i > first; i -= 3) {
            grouped.insert(i, ',');
        }
        return grouped.toString();
    }
}
