package org.rowmark.databases.support.restore;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;

/** Keeps what a product's classes print out of Rowmark's own output: it goes where programs' output goes. */
public final class CapturedOutput {
    private CapturedOutput() {}

    /** What prints. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException, SQLException;
    }

    /**
     * Does the work; what other threads print meanwhile is printed.
     *
     * @param file appended to
     */
    public static void to(Path file, Work work) throws IOException, SQLException {
        PrintStream before = System.out;
        Thread worker = Thread.currentThread();
        try (OutputStream log = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            OutputStream choice = new FilterOutputStream(log) {
                private OutputStream current() {
                    return Thread.currentThread() == worker ? log : before;
                }

                @Override
                public void write(int value) throws IOException {
                    current().write(value);
                }

                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    current().write(bytes, from, length);
                }

                @Override
                public void flush() throws IOException {
                    current().flush();
                }
            };
            System.setOut(new PrintStream(choice, true, StandardCharsets.UTF_8));
            work.run();
        } finally {
            System.setOut(before);
        }
    }
}
