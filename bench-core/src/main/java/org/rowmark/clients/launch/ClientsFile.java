package org.rowmark.clients.launch;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.rowmark.util.UsageException;
import org.rowmark.util.UserFile;
import org.rowmark.util.Yaml;

/** A clients file: YAML, {@code clients:} and under it a list of machines, each with the keys of {@link ClientHost}. */
public final class ClientsFile {
    private ClientsFile() {}

    /** The whole file. */
    record Content(List<ClientHost> clients) {}

    /** Reads the machines, in their order; an error names file, client and key. */
    public static List<ClientHost> read(Path file) {
        Content content = Yaml.read(file.toString(), text(file), Content.class);
        if (content == null || content.clients() == null || content.clients().isEmpty()) {
            throw new UsageException(
                    file + " names no client; it needs clients: and under it a list of machines: - host: NAME");
        }
        for (int i = 0; i < content.clients().size(); i++) {
            try {
                content.clients().get(i).requireUsable();
            } catch (UsageException e) {
                throw new UsageException(file + ", client " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return List.copyOf(content.clients());
    }

    private static String text(Path file) {
        try {
            return UserFile.text(file);
        } catch (NoSuchFileException e) {
            throw new UsageException(
                    "clients file " + file + " does not exist; for clients on this machine give"
                            + " their number, such as --clients 4",
                    e);
        } catch (IOException e) {
            throw new UsageException("clients file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
