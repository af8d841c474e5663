package org.rowmark.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.rowmark.util.Secrets;

/** A program that is run to its end, its output logged without secrets; its input is from a file or empty. */
public record Tool(Command command, Optional<Path> input, Optional<Duration> limit) {
    /** Before the position in the first line of what Linux reports of an open file. */
    private static final String POSITION = "pos:";

    public static final class Failure extends IOException {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }

    public Tool(Command command) {
        this(command, Optional.empty(), Optional.empty());
    }

    public Tool(Command command, Duration limit) {
        this(command, Optional.empty(), Optional.of(limit));
    }

    /** Returns the program's output, whatever its exit code. */
    public String output() throws IOException {
        StringBuilder text = new StringBuilder();
        try {
            run(line -> text.append(line).append('\n'));
        } catch (Failure e) {
            // The output explains the exit code.
        }
        return text.toString();
    }

    public void run() throws IOException {
        run(line -> {});
    }

    public void run(Consumer<String> lines) throws IOException {
        run(lines, read -> {});
    }

    /**
     * Runs the program to its end; another exit code than 0 is a {@link Failure}. Each line of the output is received
     * and, once a second in another thread on Linux, the bytes of the input that were read.
     */
    public void run(Consumer<String> lines, LongConsumer read) throws IOException {
        Process process =
                command.builder("KILL", input.orElseGet(ParentWatch::nothing)).start();
        ShutdownActions.Undo undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, () -> kill(process));
        AtomicBoolean late = new AtomicBoolean();
        limit.ifPresent(time -> process.onExit()
                .orTimeout(time.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(e -> {
                    late.set(true);
                    kill(process);
                    return process;
                }));
        input.ifPresent(file -> watchInput(process, read));
        ErrorLines errors = new ErrorLines();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
                Writer log = log()) {
            log.write("# " + Secrets.scrub(String.join(" ", command.words())) + "\n");
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                log.write(Secrets.scrub(line) + "\n");
                errors.add(line);
                lines.accept(line);
            }
            int code = process.waitFor();
            log.write("# exit code " + code + "\n");
            if (late.get()) {
                throw new IOException(command.program() + " did not end within "
                        + limit.orElseThrow().toSeconds() + " s" + errors.text());
            }
            if (code != 0) {
                throw new Failure(command.program() + " ended with exit code " + code + errors.text());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.program() + " ran", e);
        } finally {
            kill(process);
            ShutdownActions.done(undo);
        }
    }

    /** Reports the position in the input once a second. It is read from Linux, so that nothing slows the program. */
    private static void watchInput(Process process, LongConsumer read) {
        Path descriptor = Path.of("/proc", Long.toString(process.pid()), "fdinfo", "0");
        Thread watching = new Thread(
                () -> {
                    try {
                        do {
                            read.accept(Long.parseLong(Files.readAllLines(descriptor)
                                    .get(0)
                                    .substring(POSITION.length())
                                    .strip()));
                        } while (!process.waitFor(1, TimeUnit.SECONDS));
                    } catch (IOException | RuntimeException e) {
                        return; // it has just ended, or this is not Linux
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "rowmark-input-progress");
        watching.setDaemon(true);
        watching.start();
    }

    private Writer log() throws IOException {
        return command.log().isPresent()
                ? Files.newBufferedWriter(command.log().get(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                : Writer.nullWriter();
    }

    /** Kills by handles: {@link Process#destroyForcibly} closes the output, which is read to its end. */
    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
    }
}
