package org.rowmark.util;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.stream.Stream;

/** A constant of an enum that users choose by its id, in options, studies and targets files. */
public interface Choice {
    String name();

    @JsonValue
    default String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static <T extends Choice> T parse(String where, String text, T[] values) {
        return Stream.of(values)
                .filter(value -> value.id().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> Suggestions.notAmong(
                        where, text, Stream.of(values).map(Choice::id).toList()));
    }
}
