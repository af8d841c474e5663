package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeptForksFilterTest {
    @Test
    void reads_what_results_are_made_of() throws Exception {
        Object written = List.of(Map.of("key", 1.5), 2L);

        assertThat(read(bytes(written))).isEqualTo(written);
    }

    @Test
    void reads_no_other_classes_of_the_JDK() throws IOException {
        byte[] bytes = bytes(Map.of(new URL("http://localhost/"), 1)); // looks its host up when it is read

        assertThatThrownBy(() -> read(bytes)).isInstanceOf(InvalidClassException.class);
    }

    @Test
    void makes_no_array_that_is_larger_than_any_of_a_result() throws IOException {
        byte[] bytes = bytes(new byte[3]);
        ByteBuffer.wrap(bytes).putInt(bytes.length - 3 - Integer.BYTES, Integer.MAX_VALUE);

        assertThatThrownBy(() -> read(bytes)).isInstanceOf(InvalidClassException.class);
    }

    @Test
    void reads_no_objects_that_are_nested_without_end() throws IOException {
        List<Object> nested = new ArrayList<>();
        for (int depth = 0; depth < 100; depth++) {
            nested = new ArrayList<>(List.of(nested));
        }
        byte[] bytes = bytes((Object) nested);

        assertThatThrownBy(() -> read(bytes)).isInstanceOf(InvalidClassException.class);
    }

    private static Object read(byte... bytes) throws IOException, ClassNotFoundException {
        return KeptForks.objects(bytes).readObject();
    }

    private static byte[] bytes(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }
}
