package org.rowmark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.commons.lang3.function.FailableConsumer;
import org.rowmark.util.UsageException;

/**
 * Damaged inputs for a reader, which must return or throw a {@link UsageException} with a message, soon and within a
 * bounded memory. {@code -Drowmark.fuzz.cases=N} sets how many, {@code -Drowmark.fuzz.seed=N} which.
 */
public final class Fuzzing {
    private static final int CASES = Integer.getInteger("rowmark.fuzz.cases", 1000);
    private static final long SEED = Long.getLong("rowmark.fuzz.seed", 20);
    private static final long MOST_NANOS = 10_000_000_000L;
    private static final long MOST_BYTES = 512L << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Fuzzing() {}

    /**
     * Reads damaged variants of texts.
     *
     * @param valid texts that are read without an error
     */
    public static void texts(List<String> valid, FailableConsumer<String, Exception> reader) throws Exception {
        inputs(Mutations.texts(valid), input -> reader.accept(new String(input, StandardCharsets.UTF_8)));
    }

    /**
     * Reads damaged variants of inputs.
     *
     * @param valid inputs that are read without an error
     */
    public static void inputs(List<byte[]> valid, FailableConsumer<byte[], Exception> reader) throws Exception {
        for (byte[] input : valid) {
            reader.accept(input);
        }
        Mutations mutations = new Mutations(SEED, valid);
        int refused = 0;
        long slowest = 0;
        long largest = 0;
        for (int number = 1; number <= CASES; number++) {
            byte[] input = mutations.next();
            long start = System.nanoTime();
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            try {
                reader.accept(input);
            } catch (UsageException e) {
                refused++;
                assertThat(e.getMessage())
                        .as(() -> described("the message of", input))
                        .isNotBlank();
            } catch (Exception | StackOverflowError | OutOfMemoryError e) {
                fail(described("case " + number + " of seed " + SEED + ":", input), e);
            }
            slowest = Math.max(slowest, System.nanoTime() - start);
            largest = Math.max(largest, THREADS.getCurrentThreadAllocatedBytes() - allocated);
            if (slowest > MOST_NANOS || largest > MOST_BYTES) {
                fail(described(
                        "case " + number + " of seed " + SEED + " took " + slowest / 1_000_000 + " ms and "
                                + (largest >> 20) + " MB:",
                        input));
            }
        }
        System.out.println("fuzzing: " + CASES + " cases, " + refused + " refused, the slowest " + slowest / 1_000_000
                + " ms, the largest " + (largest >> 20) + " MB");
        assertThat(refused).as("refused").isBetween(CASES / 100, CASES - 1);
    }

    private static String described(String what, byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        return what + " " + (text.length() > 3000 ? text.substring(0, 3000) + "…" : text) + "\nas base64: "
                + (input.length > 6000 ? "too long" : Base64.getEncoder().encodeToString(input));
    }
}
