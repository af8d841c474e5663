package org.rowmark.clients.coordination;

import org.rowmark.util.UsageException;

/** Which client of a run one is, as {@code --number} gives it. */
public record ClientNumber(int number, int count) {
    static final String OPTION = "--number ";
    private static final String DIGITS = "[1-9]\\d{0,3}";

    public static ClientNumber parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length == 2 && parts[0].matches(DIGITS) && parts[1].matches(DIGITS)) {
            ClientNumber parsed = new ClientNumber(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            if (parsed.number <= parsed.count) {
                return parsed;
            }
        }
        throw new UsageException(
                OPTION + "'" + text + "': give which client this is and how many there are, such as 3/8");
    }

    @Override
    public String toString() {
        return number + "/" + count;
    }
}
