package org.rowmark.clients.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A program with the arguments of a client, from a jar of its own. It joins with a line, leaves a file behind, and ends
 * when it has nothing from its coordinator for two seconds.
 */
public final class StandInClient {
    /** A token with which it never ends by itself. */
    static final String HANG = "hang-for-ever";

    private static final int SILENCE_MILLIS = 2000;

    private StandInClient() {}

    public static void main(String[] args) throws IOException {
        String[] coordinator = args[2].split(":", 2);
        String token = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        Files.createTempFile("left", ".tmp");
        try (Socket socket = new Socket(coordinator[0], Integer.parseInt(coordinator[1]))) {
            socket.setSoTimeout(SILENCE_MILLIS);
            String hello = String.join(" ", args) + " | " + token + " | "
                    + Runtime.getRuntime().availableProcessors() + "\n";
            System.out.println("joined");
            socket.getOutputStream().write(hello.getBytes(StandardCharsets.UTF_8));
            while (token.equals(HANG)) {
                LockSupport.park();
            }
            while (socket.getInputStream().read() >= 0) {
                // a sign of life
            }
            System.out.println("the run has ended");
        } catch (SocketTimeoutException e) {
            System.out.println("the coordinator is gone");
            System.exit(3);
        }
    }

    /** Writes a jar that starts it. */
    static Path jar(Path file) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StandInClient.class.getName());
        String entry = StandInClient.class.getName().replace('.', '/') + ".class";
        try (OutputStream bytes = Files.newOutputStream(file);
                JarOutputStream out = new JarOutputStream(bytes, manifest)) {
            out.putNextEntry(new JarEntry(entry));
            out.write(StandInClient.class
                    .getClassLoader()
                    .getResourceAsStream(entry)
                    .readAllBytes());
        }
        return file;
    }
}
