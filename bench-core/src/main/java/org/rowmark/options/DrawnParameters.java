package org.rowmark.options;

import java.io.File;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.Choice;
import org.rowmark.util.UsageException;

/** Parameters of SQL files whose values are drawn, by name, in the order in which they were given. */
public record DrawnParameters(Map<String, Draw> byName) {
    public static final DrawnParameters NONE = new DrawnParameters(Map.of());

    private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator, Pattern.LITERAL);
    private static final Pattern PARAMETER =
            Pattern.compile("\\s*([\\p{L}_][\\p{L}\\p{N}_]*)\\s*=\\s*([\\p{L}-]+)\\s*\\(([^()]*)\\)\\s*");

    private static final String WORDS = Stream.of(Distribution.values())
            .map(each -> each.id() + "(" + each.arguments + ")")
            .collect(Collectors.joining(", "));

    /** The kinds of values. */
    public enum Distribution implements Choice {
        UNIFORM("FROM,TO", "whole numbers, the lesser one first"),
        ZIPFIAN("FROM,TO[,THETA]", "whole numbers, the lesser one first, and THETA between 0 and 1"),
        SPECIAL("FROM,TO", "whole numbers, the lesser one first"),
        SEQUENTIAL("FROM,TO", "whole numbers, the lesser one first"),
        TEXT("LENGTH", "a whole number from 1 to 9999"),
        DATE("FROM,TO", "days such as 2026-01-31, the earlier one first");

        private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

        private final String arguments;
        private final String accepted;

        Distribution(String arguments, String accepted) {
            this.arguments = arguments;
            this.accepted = accepted;
        }

        private boolean accepts(List<String> given) {
            return switch (this) {
                case UNIFORM, SPECIAL, SEQUENTIAL -> isRange(given);
                case ZIPFIAN -> isSkewedRange(given);
                case TEXT -> given.size() == 1 && given.get(0).matches("[1-9][0-9]{0,3}");
                case DATE -> isPeriod(given);
            };
        }

        private static boolean isRange(List<String> given) {
            return given.size() == 2
                    && given.stream().allMatch(number -> NUMBER.matcher(number).matches())
                    && Long.parseLong(given.get(0)) <= Long.parseLong(given.get(1));
        }

        private static boolean isSkewedRange(List<String> given) {
            boolean hasTheta = given.size() == 3 && given.get(2).matches("0?\\.[0-9]{0,8}[1-9]");
            return (given.size() == 2 || hasTheta) && isRange(given.subList(0, 2));
        }

        private static boolean isPeriod(List<String> given) {
            try {
                return given.size() == 2 && !LocalDate.parse(given.get(0)).isAfter(LocalDate.parse(given.get(1)));
            } catch (DateTimeException e) {
                return false;
            }
        }
    }

    /** What values are drawn from; the arguments are those of its distribution. */
    public record Draw(Distribution distribution, List<String> arguments) {
        public Draw {
            arguments = List.copyOf(arguments);
        }

        private String text() {
            return distribution.id() + "(" + String.join(",", arguments) + ")";
        }
    }

    public DrawnParameters {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    /** Reads one parameter, or several that are separated as the operating system separates paths. */
    static DrawnParameters parse(String where, String text) {
        return SEPARATOR.splitAsStream(text).map(one -> one(where, one)).reduce(NONE, DrawnParameters::with);
    }

    private static DrawnParameters one(String where, String text) {
        Matcher parameter = PARAMETER.matcher(text);
        if (!parameter.matches()) {
            throw refused(where, text, "give NAME=DISTRIBUTION");
        }
        Distribution distribution = Stream.of(Distribution.values())
                .filter(each -> each.id().equalsIgnoreCase(parameter.group(2)))
                .findFirst()
                .orElseThrow(() -> refused(where, text, "there is no distribution '" + parameter.group(2) + "'"));
        List<String> arguments =
                Stream.of(parameter.group(3).split(",", -1)).map(String::strip).toList();
        if (!distribution.accepts(arguments)) {
            throw refused(
                    where,
                    text,
                    distribution.id() + " needs (" + distribution.arguments + "), " + distribution.accepted);
        }
        return new DrawnParameters(Map.of(parameter.group(1), new Draw(distribution, arguments)));
    }

    private static UsageException refused(String where, String text, String reason) {
        return new UsageException(where + " '" + text + "': " + reason + "; such as id=uniform(1,1000), of " + WORDS);
    }

    List<String> texts() {
        return byName.entrySet().stream()
                .map(parameter ->
                        parameter.getKey() + "=" + parameter.getValue().text())
                .toList();
    }

    DrawnParameters with(DrawnParameters others) {
        Map<String, Draw> all = new LinkedHashMap<>(byName);
        others.byName.forEach((name, draw) -> {
            if (all.put(name, draw) != null) {
                throw new UsageException(RunOption.SQL_PARAM.name() + " " + name + ": given twice; leave one out");
            }
        });
        return new DrawnParameters(all);
    }
}
