package org.rowmark.report.write;

import java.util.OptionalDouble;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Interval;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * A writer of JSON with the fewest digits that identify a number, the same on every JVM: older ones print some numbers
 * with more. Numbers have twelve digits; what is not known is {@code null}, never NaN.
 */
final class Json {
    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .build())
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new OfDouble())
                    .addSerializer(Double.TYPE, new OfDouble())
                    .addSerializer(OptionalDouble.class, new OfOptional())
                    .addSerializer(Interval.class, new OfInterval()))
            .build();

    private Json() {}

    private static final class OfDouble extends ValueSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator out, SerializationContext context) {
            if (Double.isFinite(value)) {
                out.writeNumber(Numbers.portable(value));
            } else {
                out.writeNull();
            }
        }
    }

    private static final class OfOptional extends ValueSerializer<OptionalDouble> {
        @Override
        public void serialize(OptionalDouble value, JsonGenerator out, SerializationContext context) {
            out.writePOJO(value.isPresent() ? value.getAsDouble() : null);
        }
    }

    /** The serializer of an interval, null without a round. */
    private static final class OfInterval extends ValueSerializer<Interval> {
        @Override
        public void serialize(Interval value, JsonGenerator out, SerializationContext context) {
            if (value.n() == 0) {
                out.writeNull();
                return;
            }
            out.writeStartObject();
            out.writePOJOProperty("mean", value.mean());
            out.writePOJOProperty("low", value.low());
            out.writePOJOProperty("high", value.high());
            out.writeNumberProperty("n", value.n());
            out.writeEndObject();
        }
    }
}
