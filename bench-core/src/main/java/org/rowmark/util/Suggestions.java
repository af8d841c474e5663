package org.rowmark.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Suggestions of valid names for one that does not exist. */
public final class Suggestions {
    private static final int MOST_SUGGESTIONS = 3;

    private Suggestions() {}

    public static UsageException unknown(String kind, String name, Collection<String> valid) {
        return notAmong("unknown " + kind, name, valid);
    }

    static UsageException notAmong(String what, String name, Collection<String> valid) {
        return new UsageException(what + " '" + name + "'" + suggestion(name, valid));
    }

    /** Refuses a name that is not valid; the error begins with its place and kind. */
    public static void require(String what, String name, Collection<String> valid) {
        if (!valid.contains(name)) {
            throw notAmong(what, name, valid);
        }
    }

    /** Returns the end of an error message: the nearest of the valid names, or all of them where none is near. */
    public static String suggestion(String name, Collection<String> valid) {
        if (valid.isEmpty()) {
            return "; there is none";
        }
        List<String> near = nearest(name, valid);
        return near.isEmpty()
                ? "; valid: " + String.join(", ", valid.stream().sorted().toList())
                : "; did you mean " + String.join(", ", near) + "?";
    }

    private static List<String> nearest(String name, Collection<String> valid) {
        String wanted = name.toLowerCase(Locale.ROOT);
        int farthest = Math.max(2, wanted.length() / 2);
        record Near(String name, int distance) {}
        return valid.stream()
                .map(candidate -> new Near(candidate, distance(wanted, candidate.toLowerCase(Locale.ROOT))))
                .filter(near -> near.distance <= farthest)
                .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
                .limit(MOST_SUGGESTIONS)
                .map(Near::name)
                .toList();
    }

    private static int distance(String wanted, String candidate) {
        boolean contains = candidate.contains(wanted) || wanted.contains(candidate);
        int edits = LevenshteinDistance.getDefaultInstance().apply(wanted, candidate);
        return contains ? Math.min(edits, 1) : edits;
    }
}
