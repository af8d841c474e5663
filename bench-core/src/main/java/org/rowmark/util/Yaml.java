package org.rowmark.util;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A reader of YAML into records, whose errors are one line that names file, line and key. */
public final class Yaml {
    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            .build();

    private static final Pattern LEADING_KEY = Pattern.compile("([\\w.@-]+):(?: |$)");

    private Yaml() {}

    /** Reads a document into a record, null for an empty one; an error names document, line and key. */
    public static <T> T read(String name, String text, Class<T> type) {
        try {
            return MAPPER.readValue(text, type);
        } catch (UnrecognizedPropertyException e) {
            List<String> known =
                    e.getKnownPropertyIds().stream().map(Object::toString).toList();
            String key = e.getPropertyName();
            throw new UsageException(
                    at(name, text, e) + "unknown key '" + key + "'" + Suggestions.suggestion(key, known), e);
        } catch (DatabindException e) {
            List<String> path = path(e);
            String where = path.isEmpty() ? "" : "key '" + path.get(path.size() - 1) + "': ";
            throw new UsageException(at(name, text, e) + where + expected(e), e);
        } catch (JacksonException e) {
            throw new UsageException(at(name, text, e) + firstLine(e.getOriginalMessage()), e);
        }
    }

    public static UsageException unknownKey(String name, String text, String key, Collection<String> known) {
        return new UsageException(name + ", line " + lineOf(text, List.of(key)) + ": unknown key '" + key + "'"
                + Suggestions.suggestion(key, known));
    }

    /**
     * Adds the line of the keys with which an error begins behind the document's name: {@code NAME: key: key: …}. An
     * error of another form, or about a key that is not there, stays as it is.
     */
    public static UsageException withLine(String name, String text, UsageException e) {
        String start = name + ": ";
        if (!e.getMessage().startsWith(start)) {
            return e;
        }
        String rest = e.getMessage().substring(start.length());
        List<String> path = new ArrayList<>();
        Matcher key = LEADING_KEY.matcher(rest);
        while (key.lookingAt()) {
            path.add(key.group(1));
            key.region(key.end(), rest.length());
        }
        int line = lineOf(text, path);
        return line < 1 ? e : new UsageException(name + ", line " + line + ": " + rest, e);
    }

    /** Returns the line of a key by its path, or of the last of the path that there is; 0 if there is none. */
    public static int line(String text, String... path) {
        return lineOf(text, List.of(path));
    }

    private static String at(String name, String text, JacksonException e) {
        int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
        if (line < 1 && e instanceof DatabindException binding) {
            line = lineOf(text, path(binding));
        }
        return name + (line < 1 ? ": " : ", line " + line + ": ");
    }

    /** Returns the keys only: elements of lists have a position instead of a name. */
    private static List<String> path(DatabindException e) {
        return e.getPath().stream()
                .map(JacksonException.Reference::getPropertyName)
                .filter(key -> key != null)
                .toList();
    }

    /** Finds the line of a key by its path: errors of data binding in YAML have no position. */
    private static int lineOf(String text, List<String> path) {
        List<String> lines = text.lines().toList();
        int found = 0;
        for (String key : path) {
            Pattern asKey = Pattern.compile("(^|[\\s{,])['\"]?" + Pattern.quote(key) + "['\"]?\\s*:");
            int line = Math.max(1, found);
            while (line <= lines.size() && !asKey.matcher(lines.get(line - 1)).find()) {
                line++;
            }
            found = line <= lines.size() ? line : found;
        }
        return found;
    }

    /** Returns what a key takes where its value is of another kind; other errors as the library reports them. */
    private static String expected(DatabindException e) {
        if (!(e instanceof MismatchedInputException mismatch) || mismatch.getTargetType() == null) {
            return firstLine(e.getOriginalMessage());
        }
        Class<?> type = mismatch.getTargetType();
        if (Collection.class.isAssignableFrom(type)) {
            return "give a value or a list of values: [a, b]";
        }
        if (Map.class.isAssignableFrom(type) || type.isRecord()) {
            return "give keys with values: { key: value }";
        }
        return type == String.class ? "give one value" : firstLine(e.getOriginalMessage());
    }

    private static String firstLine(String message) {
        return message == null
                ? "not readable as YAML"
                : message.lines().findFirst().orElse("").strip();
    }
}
