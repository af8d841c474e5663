package org.rowmark.util;

import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * JSON without secrets. Texts and keys of maps are scrubbed before they are encoded, as a password with a quotation mark
 * would not be found afterwards. Numbers, times and names of fields stay as they are, whatever a password is, and so do
 * keys and {@linkplain OwnText texts of Rowmark's own} that read like a short password.
 */
public final class ScrubbedJson {
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(String.class, new Texts(Secrets::scrub))
                    .addKeySerializer(String.class, new Keys()))
            .build();

    private ScrubbedJson() {}

    private static final class Texts extends ValueSerializer<String> {
        private final UnaryOperator<String> scrubber;

        Texts(UnaryOperator<String> scrubber) {
            this.scrubber = scrubber;
        }

        @Override
        public ValueSerializer<?> createContextual(SerializationContext context, BeanProperty property) {
            boolean isOwn = property != null
                    && (property.getAnnotation(OwnText.class) != null
                            || property.getContextAnnotation(OwnText.class) != null);
            return isOwn ? new Texts(Secrets::scrubName) : this;
        }

        @Override
        public void serialize(String text, JsonGenerator json, SerializationContext context) {
            json.writeString(scrubber.apply(text));
        }

        @Override
        public boolean isEmpty(SerializationContext context, String text) {
            return text.isEmpty();
        }
    }

    private static final class Keys extends ValueSerializer<String> {
        @Override
        public void serialize(String key, JsonGenerator json, SerializationContext context) {
            json.writeName(Secrets.scrubName(key));
        }
    }
}
