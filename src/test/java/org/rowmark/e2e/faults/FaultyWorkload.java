package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.rowmark.e2e.Cli;

/** The workload {@code faulty}, which is not in the jar. */
final class FaultyWorkload {
    private FaultyWorkload() {}

    /** Compiles it into a folder. */
    static void compile(Path classes) throws IOException {
        Path source = classes.resolve("Faulty.java");
        try (InputStream text = FaultyWorkload.class.getResourceAsStream("/faults/Faulty.java.txt")) {
            Files.copy(text, source);
        }
        String processors = System.getProperty("rowmark.processors");
        int exitCode = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-nowarn",
                        "-Xlint:none",
                        "-cp",
                        Cli.jar() + ":" + processors,
                        "-processorpath",
                        processors,
                        source.toString());
        assertThat(exitCode).isZero();
    }
}
