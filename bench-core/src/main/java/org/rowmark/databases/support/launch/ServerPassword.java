package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.apache.commons.io.IOUtils;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/**
 * The password of private servers that listen on TCP, where every user of the machine can connect: random, in a file
 * that only its owner can read, and the same for all servers of a user, who share data.
 */
public final class ServerPassword {
    private static final String FILE = "server-password";
    private static final int DIGITS = 20;

    private ServerPassword() {}

    /** Returns the password, which is made by the first call on a machine. */
    public static synchronized Secret get() {
        Path file = CacheDirectory.prepared("").resolve(FILE);
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                FilePermissions.ownerOnly(file))) {
            channel.lock();
            if (channel.size() < DIGITS) {
                channel.write(ByteBuffer.wrap(Secret.random().reveal().getBytes(StandardCharsets.UTF_8)), 0);
            }
            return Secret.of(IOUtils.toString(Channels.newInputStream(channel), StandardCharsets.UTF_8)
                    .strip());
        } catch (IOException e) {
            throw new UsageException(
                    "the password of private servers in " + file + " cannot be read or made: " + ErrorMessages.of(e),
                    e);
        }
    }
}
