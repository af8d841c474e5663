package org.rowmark.options;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

/** The size of generated data: {@code 1} is the size with which the figures of a study were published. */
public final class Scale {
    /** Minutes on a laptop; {@value #QUICK_WORD} for people. */
    public static final double QUICK = 0.01;

    public static final double PUBLISHED = 1;

    private static final String QUICK_WORD = "quick";
    private static final Pattern TEXT = Pattern.compile("\\d{1,6}(\\.\\d{1,9})?");

    private Scale() {}

    /** @throws UsageException if the text is no number of more than 0 */
    public static double parse(String option, String text) {
        String stripped = text.strip();
        if (stripped.equals(QUICK_WORD)) {
            return QUICK;
        }
        double scale = TEXT.matcher(stripped).matches() ? Double.parseDouble(stripped) : 0;
        if (scale > 0) {
            return scale;
        }
        throw new UsageException(option + " '" + text + "': give a number of more than 0, such as 0.06, 1 for the"
                + " published size, or " + QUICK_WORD + " for " + text(QUICK));
    }

    /** Returns the text that {@link #parse} reads: {@code 0.06}. */
    public static String text(double scale) {
        return BigDecimal.valueOf(scale).stripTrailingZeros().toPlainString();
    }
}
