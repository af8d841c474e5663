package org.rowmark.options;

import java.util.Locale;
import java.util.stream.Stream;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** How long a server that Rowmark starts stays up. */
public enum RestartPolicy {
    /** It is started anew for every round, so that each round is a replicate of the whole configuration. */
    ROUND,
    /** It is started once and stays up for the whole run, beside all others. */
    NEVER;

    /** The word used in studies and reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws UsageException naming the accepted words */
    public static RestartPolicy parse(String text) {
        return Stream.of(values())
                .filter(value -> value.word().equals(text))
                .findFirst()
                .orElseThrow(() -> new UsageException("restart: '" + text + "'"
                        + Suggestions.suggestion(
                                text,
                                Stream.of(values()).map(RestartPolicy::word).toList())));
    }
}
