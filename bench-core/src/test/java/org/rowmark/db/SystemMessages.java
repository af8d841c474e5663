package org.rowmark.db;

import static org.assertj.core.api.Assertions.catchIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.process.ServerProcess;

/** Messages of the operating system, which are in the user's language. */
public final class SystemMessages {
    private SystemMessages() {}

    /** Returns the message about a connection to a port where no server listens. */
    public static String connectionRefused() throws IOException {
        int port = ServerProcess.freePort();
        return catchIOException(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .getMessage();
    }

    /** Returns Linux's message about a disk that is full. */
    public static String diskFull() {
        return catchIOException(() -> Files.write(Path.of("/dev/full"), new byte[1]))
                .getMessage();
    }
}
