package org.rowmark.targets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secret;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The file that hands a running target, passwords and all, from the orchestrating process to a fork: only its owner can
 * read it, it is written before the fork starts and deleted when the cell is done. JMH writes system properties, JVM
 * arguments and parameters into its results, so none of them may carry a secret; the system property {@link #PROPERTY}
 * carries only this file's path.
 */
public final class EndpointFile {
    /** System property of the fork: path of the file. */
    public static final String PROPERTY = "rowmark.endpoint";

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Secret.class, new TextOf<>(Secret::reveal))
                    .addDeserializer(Secret.class, new ValueOf<>(Secret::of))
                    .addSerializer(Path.class, new TextOf<>(Path::toString))
                    .addDeserializer(Path.class, new ValueOf<>(Path::of)))
            .build();

    private EndpointFile() {}

    /** Writes the file, readable and writable by its owner only. */
    public static void write(Path file, RunningTarget running) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, FilePermissions.ownerOnly(file));
        Files.writeString(file, JSON.writeValueAsString(running));
    }

    /** Reads a record equal to the one that was written. */
    public static RunningTarget read(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), RunningTarget.class);
    }

    /** The writer of values that are a text. */
    private static final class TextOf<T> extends ValueSerializer<T> {
        private final Function<T, String> text;

        TextOf(Function<T, String> text) {
            this.text = text;
        }

        @Override
        public void serialize(T value, JsonGenerator json, SerializationContext context) {
            json.writeString(text.apply(value));
        }
    }

    /** The reader of values that are a text. */
    private static final class ValueOf<T> extends ValueDeserializer<T> {
        private final Function<String, T> value;

        ValueOf(Function<String, T> value) {
            this.value = value;
        }

        @Override
        public T deserialize(JsonParser json, DeserializationContext context) {
            return value.apply(json.getString());
        }
    }
}
