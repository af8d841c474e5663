package org.rowmark.process;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.db.ChildJvm;

/** A PID namespace as a container has it, with the files, and the name of the host, of this one. */
public final class ProcessNamespace {
    private static final List<String> NEW = List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");

    private ProcessNamespace() {}

    /** Runs the main method of a class of the tests in a new one to the end of its JVM; returns what it printed. */
    public static String run(Class<?> main, List<String> options, Object... arguments) throws IOException {
        assumeThat(System.getProperty("user.name")).as("only root makes one").isEqualTo("root");
        assumeThat(output(List.of("true"))).as("none can be made here").isEmpty();
        return output(ChildJvm.command(main, options, arguments));
    }

    private static String output(List<String> command) throws IOException {
        List<String> words = new ArrayList<>(NEW);
        words.addAll(command);
        Process process;
        try {
            process = new ProcessBuilder(words).redirectErrorStream(true).start();
        } catch (IOException e) {
            return e.getMessage(); // no such program
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
