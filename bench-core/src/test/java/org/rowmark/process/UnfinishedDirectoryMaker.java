package org.rowmark.process;

import java.io.IOException;
import java.nio.file.Path;
import org.rowmark.util.UnfinishedDirectory;

/** A process that makes an unfinished directory and prints it. */
public final class UnfinishedDirectoryMaker {
    private UnfinishedDirectoryMaker() {}

    /** @param arguments the cache */
    public static void main(String[] arguments) throws IOException {
        System.out.println(UnfinishedDirectory.in(Path.of(arguments[0])));
    }
}
