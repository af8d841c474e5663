package org.rowmark.databases.support.restore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts of failures that a product's own programs, services and driver report, with their explanations.
 *
 * @param explanations by a pattern of a part of the text, with groups of the pattern as {@code $1}; the first that is
 *     found counts
 */
public record KnownFailures(List<Map.Entry<Pattern, String>> explanations) {
    /** @param patternsAndExplanations each pattern is followed by its explanation */
    public static KnownFailures of(String... patternsAndExplanations) {
        List<Map.Entry<Pattern, String>> explanations = new ArrayList<>();
        for (int i = 0; i < patternsAndExplanations.length; i += 2) {
            explanations.add(Map.entry(Pattern.compile(patternsAndExplanations[i]), patternsAndExplanations[i + 1]));
        }
        return new KnownFailures(explanations);
    }

    /** Explains a failure in one line, if it is known. */
    public Optional<String> explain(String failure) {
        for (Map.Entry<Pattern, String> known : explanations) {
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
