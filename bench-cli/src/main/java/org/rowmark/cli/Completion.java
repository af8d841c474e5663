package org.rowmark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;

/** Writes the completion script for bash and zsh; the build calls it. */
final class Completion {
    private Completion() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, AutoComplete.bash("rowmark", Main.commandLine()));
    }
}
