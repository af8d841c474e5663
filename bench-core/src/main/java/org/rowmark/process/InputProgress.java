package org.rowmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * The position of a program in its standard input, read from the operating system so that nothing slows the program,
 * which is what is measured. Available on Linux only.
 */
final class InputProgress {
    private static final String POSITION = "pos:";

    private InputProgress() {}

    /** Reports the bytes read once a second until the process ends. */
    static void watch(Process process, LongConsumer read) {
        Path descriptor = Path.of("/proc", Long.toString(process.pid()), "fdinfo", "0");
        if (Files.isReadable(descriptor)) {
            Thread watching = new Thread(() -> report(process, descriptor, read), "rowmark-input-progress");
            watching.setDaemon(true);
            watching.start();
        }
    }

    private static void report(Process process, Path descriptor, LongConsumer read) {
        try {
            do {
                for (String line : Files.readAllLines(descriptor)) {
                    if (line.startsWith(POSITION)) {
                        read.accept(
                                Long.parseLong(line.substring(POSITION.length()).strip()));
                    }
                }
            } while (!process.waitFor(1, TimeUnit.SECONDS));
        } catch (IOException e) {
            return; // it has just ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
