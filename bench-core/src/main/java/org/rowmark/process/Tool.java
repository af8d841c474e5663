package org.rowmark.restore;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.rowmark.db.AtExit;
import org.rowmark.db.Secrets;

/**
 * A program that is run to its end, its output read as it comes.
 *
 * @param words program and arguments; no secret may be among them
 * @param environment variables set in addition to the inherited ones; may hold secrets: other users do not see them
 * @param input file that the program reads as its standard input; empty for none
 */
public record Program(List<String> words, Map<String, String> environment, Optional<Path> input) {
    private static final int LAST_LINES = 40;
    private static final int TOLD_LINES = 3;

    /** Lines that say what went wrong. */
    private static final Pattern ERROR =
            Pattern.compile("\\b(error|fatal|unavailable|invalid|denied|expected)\\b", Pattern.CASE_INSENSITIVE);

    /** Of a file that is no text programs quote what they find; a terminal would obey it. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\uFFFD&&[^\t]]+");

    /** It ended with another code than 0. */
    public static final class Failure extends IOException {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }

    public Program(List<String> words, Map<String, String> environment) {
        this(words, environment, Optional.empty());
    }

    /** The same program with that file as its standard input. */
    public Program reading(Path file) {
        return new Program(words, environment, Optional.of(file));
    }

    /**
     * Runs it to its end.
     *
     * @param output takes its output, both streams, without secrets; appended to
     * @param lines gets each line of the output as it comes
     * @throws Failure if it ends with another code than 0; the message holds its last words
     * @throws IOException if it cannot be started
     */
    public void run(Path output, Consumer<String> lines) throws IOException {
        run(output, lines, read -> {});
    }

    /**
     * Runs it to its end, as {@link #run(Path, Consumer)} does.
     *
     * @param read is told now and then how many bytes of its input the program has read, where the operating system
     *     knows; by a thread of its own
     */
    public void run(Path output, Consumer<String> lines, LongConsumer read) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().putAll(environment);
        input.ifPresent(file -> builder.redirectInput(file.toFile()));
        Process process = builder.start();
        AtExit.Undo undo = AtExit.register(AtExit.Stage.PROCESSES, process::destroyForcibly);
        input.ifPresent(file -> InputProgress.watch(process, read));
        process.getOutputStream().close(); // a program that asks for something would wait for an answer for ever
        Deque<String> last = new ArrayDeque<>();
        try (BufferedReader reader =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                Writer log = Files.newBufferedWriter(output, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            log.write("# " + Secrets.scrub(String.join(" ", words)) + "\n");
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                log.write(Secrets.scrub(line) + "\n");
                if (last.size() == LAST_LINES) {
                    last.removeFirst();
                }
                last.addLast(line);
                lines.accept(line);
            }
            int code = process.waitFor();
            log.write("# exit code " + code + "\n");
            if (code != 0) {
                throw new Failure(name() + " ended with exit code " + code + lastWords(last));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + name() + " ran", e);
        } finally {
            process.destroyForcibly();
            AtExit.done(undo);
        }
    }

    private String name() {
        return String.valueOf(Path.of(words.get(0)).getFileName());
    }

    /** The first complaints: what follows them is their consequence. */
    private static String lastWords(Deque<String> last) {
        List<String> said = last.stream()
                .map(line -> UNPRINTABLE.matcher(line).replaceAll("?").strip())
                .filter(line -> !line.isEmpty())
                .toList();
        List<String> errors =
                said.stream().filter(line -> ERROR.matcher(line).find()).toList();
        List<String> telling = errors.isEmpty()
                ? said.subList(Math.max(0, said.size() - TOLD_LINES), said.size())
                : errors.subList(0, Math.min(TOLD_LINES, errors.size()));
        return telling.isEmpty() ? "" : ": " + Secrets.scrub(String.join(" | ", telling));
    }
}
