package org.rowmark.databases.support.query;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts of failures that a product's own programs, services and driver report, with their explanations. */
public final class KnownFailures {
    private final Map<Pattern, String> explanations = new LinkedHashMap<>();

    /** @param patternsAndExplanations each pattern is followed by its explanation, with groups of the pattern as $1 */
    public KnownFailures(String... patternsAndExplanations) {
        for (int i = 0; i < patternsAndExplanations.length; i += 2) {
            explanations.put(Pattern.compile(patternsAndExplanations[i]), patternsAndExplanations[i + 1]);
        }
    }

    /** Explains a failure in one line by the first pattern that is found in it. */
    public Optional<String> explain(String failure) {
        for (Map.Entry<Pattern, String> known : explanations.entrySet()) {
            Matcher found = known.getKey().matcher(failure);
            if (found.find()) {
                StringBuilder explanation = new StringBuilder();
                found.appendReplacement(explanation, known.getValue());
                return Optional.of(explanation.substring(found.start()));
            }
        }
        return Optional.empty();
    }
}
