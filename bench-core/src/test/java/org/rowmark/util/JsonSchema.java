package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON Schemas of files that are read into records, for editors: generated, and compared with those in docs. */
public final class JsonSchema {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final Map<String, Object> SCALAR = Map.of("type", List.of("string", "number", "boolean"));

    private JsonSchema() {}

    /** Compares the schema with the file in docs, which {@code -Drowmark.golden=update} writes. */
    public static void assertDocumented(String name, Map<String, Object> schema) throws IOException {
        Path file = Path.of("../docs", name);
        String text = MAPPER.writeValueAsString(schema).replace("\r\n", "\n") + "\n";
        if (System.getProperty("rowmark.golden", "").equals("update")) {
            Files.writeString(file, text);
        }
        assertThat(file).content().isEqualToNormalizingNewlines(text);
    }

    /** Returns the schema of a document. */
    public static Map<String, Object> document(String title, Map<String, Object> schema) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        document.put("title", title);
        document.putAll(schema);
        return document;
    }

    /** Returns the schema of an object of these keys and no others. */
    public static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("properties", properties);
        schema.put("additionalProperties", false);
        return schema;
    }

    /** Returns the schemas of a record's keys. */
    public static Map<String, Object> properties(Class<?> type) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            properties.put(component.getName(), schema(component.getGenericType()));
        }
        return properties;
    }

    /** Returns the schema of one of the constants. */
    public static Map<String, Object> oneOf(Stream<? extends Choice> values) {
        return Map.of("enum", values.map(Choice::id).toList());
    }

    /** Returns the same schema with a description. */
    public static Map<String, Object> described(String text, Object schema) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("description", text);
        ((Map<?, ?>) schema).forEach((key, value) -> all.put((String) key, value));
        return all;
    }

    private static Map<String, Object> schema(Type type) {
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType().equals(List.class)
                    ? list(schema(generic.getActualTypeArguments()[0]))
                    : map(schema(generic.getActualTypeArguments()[1]));
        }
        Class<?> plain = (Class<?>) type;
        return plain.isRecord() ? object(properties(plain), List.of()) : SCALAR;
    }

    /** Returns the schema of a list, which may be written as its only element. */
    private static Map<String, Object> list(Map<String, Object> element) {
        Map<String, Object> array = new LinkedHashMap<>();
        array.put("type", "array");
        array.put("items", element);
        return Map.of("anyOf", List.of(element, array));
    }

    /** Returns the schema of names with values; nothing behind a name stands for its defaults. */
    private static Map<String, Object> map(Map<String, Object> value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("type", "object");
        map.put("additionalProperties", Map.of("anyOf", List.of(value, Map.of("type", "null"))));
        return map;
    }
}
