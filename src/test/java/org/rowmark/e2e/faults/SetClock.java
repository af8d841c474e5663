package org.rowmark.e2e.faults;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.db.RequiredServers;

/**
 * A wall clock that a test sets for the processes it starts and for theirs: a library in front of the system's.
 *
 * @param library to preload
 * @param file with the seconds to add
 */
record SetClock(Path library, Path file) {
    /** Compiles the library; skips the test where that is not possible, unless {@code rowmark.require} names cc. */
    static SetClock in(Path directory) throws IOException, InterruptedException {
        Path source = directory.resolve("clock.c");
        try (InputStream text = SetClock.class.getResourceAsStream("/faults/clock.c")) {
            Files.copy(text, source);
        }
        Path library = directory.resolve("clock.so");
        String problem = compile(source, library);
        if (!problem.isEmpty()) {
            String remedy = problem.strip() + "; apt-get install gcc libc6-dev";
            Assumptions.assumeTrue(RequiredServers.isRequired("cc"), remedy);
            throw new AssertionError("required by rowmark.require: " + remedy);
        }
        SetClock clock = new SetClock(library, directory.resolve("clock"));
        Files.write(clock.file, new byte[Long.BYTES]);
        return clock;
    }

    /** Returns why there is no library; empty if there is one. */
    private static String compile(Path source, Path library) throws IOException, InterruptedException {
        try {
            Process cc = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(cc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return cc.waitFor() == 0 ? "" : "cc failed: " + output;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "ROWMARK_TEST_CLOCK", file.toString());
    }

    /** Sets the clock, compared with the real one. */
    void set(Duration ahead) throws IOException {
        try (FileChannel bytes = FileChannel.open(file, StandardOpenOption.WRITE)) { // mapped: to be written in place
            bytes.write(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .putLong(0, ahead.toSeconds()));
        }
    }
}
