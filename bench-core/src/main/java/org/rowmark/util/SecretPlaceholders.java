package org.rowmark.util;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The placeholders {@code ${env:NAME}} and {@code ${file:PATH}}. No error shows values, null where they are not set.
 */
public record SecretPlaceholders(UnaryOperator<String> environment) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(env|file):([^}]+)}");

    public static boolean isIn(String text) {
        return PLACEHOLDER.matcher(text).find();
    }

    /** Returns the text with every placeholder replaced; an error begins with file, target and key. */
    public String resolve(String where, String text) {
        return PLACEHOLDER.matcher(text).replaceAll(match -> {
            String name = match.group(2);
            return Matcher.quoteReplacement(
                    match.group(1).equals("env") ? variable(where, name) : content(where, Path.of(name)));
        });
    }

    private String variable(String where, String name) {
        String value = environment.apply(name);
        if (value == null) {
            throw new UsageException(where + " refers to the environment variable " + name + ", which is not set");
        }
        ChildEnvironment.withhold(name);
        return value;
    }

    private static String content(String where, Path file) {
        try {
            return UserFile.text(file).strip();
        } catch (IOException e) {
            throw new UsageException(where + " refers to the file " + file + ", which cannot be read", e);
        }
    }
}
