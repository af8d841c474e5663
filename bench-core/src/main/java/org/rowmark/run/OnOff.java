package org.rowmark.run;

import java.util.List;
import java.util.Locale;
import org.rowmark.db.Names;
import org.rowmark.db.UsageException;

/** The value of an option that is on or off. */
public enum OnOff {
    ON,
    OFF;

    /** The word used in options and studies. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws UsageException naming the accepted words */
    static OnOff parse(String option, String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "on" -> ON;
            case "off" -> OFF;
            default ->
                throw new UsageException(
                        option + " '" + text + "'" + Names.suggestion(text, List.of(ON.word(), OFF.word())));
        };
    }
}
