package org.rowmark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.commons.lang3.function.FailableConsumer;
import org.rowmark.util.UsageException;

/** The inputs of a reader, which must return or throw a {@link UsageException} of one line, soon and in bounded memory. */
final class Fuzzing {
    private static final int CASES = 200;
    private static final long SEED = 20;
    private static final long MOST_NANOS = 10_000_000_000L;
    private static final long MOST_BYTES = 512L << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final FailableConsumer<byte[], Exception> reader;
    private int cases;
    private int refused;
    private long slowest;
    private long largest;

    /** Reads the valid inputs, which also loads the classes that the reader needs. */
    Fuzzing(FuzzedReader reader) throws Exception {
        this.reader = reader.reader();
        for (byte[] input : reader.valid()) {
            this.reader.accept(input);
        }
    }

    /** Reads damaged variants of the valid inputs of a reader. */
    static void damaged(FuzzedReader reader) throws Exception {
        Mutations mutations = new Mutations(SEED, reader.valid());
        Fuzzing fuzzing = new Fuzzing(reader);
        for (int i = 0; i < CASES; i++) {
            byte[] input = mutations.next();
            fuzzing.read(input);
            assertThat(fuzzing.largest)
                    .as(() -> described("bytes of memory of", input))
                    .isLessThan(MOST_BYTES);
        }
        assertThat(fuzzing.refused).as("refused").isBetween(CASES / 100, CASES - 1);
    }

    /** Reads an input. Its memory is no limit here: within Jazzer it includes that of instrumenting classes. */
    void read(byte[] input) {
        cases++;
        long start = THREADS.getCurrentThreadCpuTime(); // a busy machine does not count
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        try {
            reader.accept(input);
        } catch (UsageException e) {
            refused++;
            assertThat(e.getMessage())
                    .as(() -> described("the message of", input))
                    .isNotBlank()
                    .hasLineCount(1);
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(described("case " + cases, input), e);
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - start;
        slowest = Math.max(slowest, nanos);
        largest = Math.max(largest, THREADS.getCurrentThreadAllocatedBytes() - allocated);
        if (nanos > MOST_NANOS) {
            throw new AssertionError(described("case " + cases + " took " + nanos / 1_000_000 + " ms", input));
        }
    }

    @Override
    public String toString() {
        return cases + " cases, " + refused + " refused, the slowest " + slowest / 1_000_000 + " ms, the largest "
                + (largest >> 20) + " MB";
    }

    private static String described(String what, byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        return what + ": " + (text.length() > 3000 ? text.substring(0, 3000) + "…" : text) + "\nas base64: "
                + (input.length > 6000 ? "too long" : Base64.getEncoder().encodeToString(input));
    }
}
